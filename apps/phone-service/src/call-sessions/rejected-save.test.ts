import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: the end of a call that another node has stored is the last that users see of it. */
test('a node whose call was ended by another node publishes no change of it', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.database.pool.query(
    "update phone.calls set phase = 'ended', ended_at = now(), end_reason = 'hung-up' where id = $1",
    [id],
  )

  await phone.as(ada).put(`/calls/${id}/muted`, { muted: true })
  // Later than the change on the same socket.
  expect((await phone.as(ada).post('/contacts', { name: 'Grace' })).status).toBe(201)
  await browser.next('contacts.changed')

  const published = browser.messages.filter((message) => message.type === 'call.updated')
  expect(published.some(({ call }) => call.legs.some(({ isMuted }) => isMuted))).toBe(false)
})
