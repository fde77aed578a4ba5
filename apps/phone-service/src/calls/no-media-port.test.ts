import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'

/** Guarantee: calls for which no port is left are rejected, and the others continue. */
test('ZR831: a call without a free port for its browser gets 503, and the next one after another call has ended succeeds', async () => {
  const [mediaPort = 0] = await findFreePorts(1)
  await using phone = await startPhone({ mediaPorts: { mediaPort, mediaPortsPerProcess: 1 } })
  const grace = phone.as(phone.signUp('Grace'))
  const dial = () => grace.post('/calls', { to: echo, handsetId: randomUUID() })
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  const [pid] = phone.engine.mediaPids

  const rejected = await dial()
  expect(rejected).toMatchObject({ status: 503, body: { code: 'ENGINE_UNAVAILABLE' } })
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  expect((await phone.as(ada).post(`/calls/${id}/hang-up`, {})).status).toBe(200)

  await waitUntil('a call has a port again', async () => (await dial()).status === 201)
  expect(phone.engine.mediaPids).toEqual([pid])
})
