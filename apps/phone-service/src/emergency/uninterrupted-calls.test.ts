import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, otherNumber] = ['+12125552368', '+12125550187']

/** Guarantee (ZR642): nobody ends the emergency call of another user by removing them. */
test('ZR642: a user who is removed from the workspace continues an emergency call, and no other call', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  const [teamId = ''] = ada.teamIds
  const grace = phone.accounts.addUser('Grace', [teamId])
  await using tabs = new AsyncDisposableStack()
  const call = async (number: string) => {
    const browser = tabs.use(await openBrowser(phone, grace))
    const { id } = await browser.call(number, { from: own })
    const received = await provider.nextCall()
    await received.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, received }
  }
  const [emergency, other] = [await call('911'), await call(otherNumber)]

  grace.teamIds.splice(0)
  const data = { team_id: teamId, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)

  await other.received.next('ended')
  expect((await api.get(`/calls/${emergency.id}`)).body.phase).toBe('talking')
  await emergency.received.hangUp()
  await expect.poll(async () => (await api.get(`/calls/${emergency.id}`)).body.phase).toBe('ended')
})

/** Guarantee (ZR643): an emergency service that answers late is reached. */
test('ZR643: an emergency call rings longer than other calls', async () => {
  await using started = await startPhoneWithTrunk({ ringTimeoutMs: 1_000 })
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('911')
  const emergency = await provider.nextCall()
  await emergency.ring()
  await using otherTab = await openBrowser(phone, ada)
  await otherTab.call(otherNumber, { from: own })
  const other = await provider.nextCall()
  await other.ring()
  await other.next('ended')

  await emergency.answer()

  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
})
