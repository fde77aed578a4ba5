import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { findFreeRange } from '@parley/primitives/node'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'

/** Starts a phone with a media process whose ports other workspaces have used up, as far as they get them. */
async function startWithFewPorts(mediaPortsPerProcess: number, used: number, options: object = {}) {
  const mediaPort = await findFreeRange(mediaPortsPerProcess)
  const mediaPorts = { mediaPort, mediaPortsPerProcess, reservedPortTimeoutMs: 300 }
  const started = await startPhoneWithTrunk({ mediaPorts, ...options })
  const { phone, api, route } = started
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const mallory = phone.as(phone.signUp('Mallory'))
  const occupy = () => mallory.post('/calls', { to: echo, handsetId: randomUUID() })
  const ids: string[] = []
  while (ids.length < used) ids.push((await occupy()).body.call.id)
  expect((await occupy()).body.code).toBe('ENGINE_UNAVAILABLE')
  return {
    ...started,
    dial: (to: string) => api.post('/calls', { to, handsetId: randomUUID() }),
    release: () => Promise.all(ids.map((id) => mallory.post(`/calls/${id}/hang-up`, {}))),
  }
}

/** Guarantee: an emergency service never receives a call whose caller has no audio. */
test('ZR884: a call whose browser gets no port is not dialled', async () => {
  await using started = await startWithFewPorts(1, 1)
  const { provider, api, dial, release } = started

  expect((await dial('911')).body.code).toBe('ENGINE_UNAVAILABLE')
  expect((await api.get('/calls/active')).body.items).toEqual([])
  await release()
  expect((await dial('112')).status).toBe(201)

  // The first call that arrives.
  expect((await provider.nextCall()).target).toContain('112@')
})

/** Guarantee: other workspaces cannot prevent an emergency call by using up the ports. */
test('ZR883: an emergency call is placed while no port is left for other calls', async () => {
  await using started = await startWithFewPorts(5, 4)
  const { phone, ada, provider } = started
  await using browser = await openBrowser(phone, ada)

  const { id } = await browser.call('911')
  const received = await provider.nextCall()
  await received.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  expect(received.target).toContain('911@')
})

/** Guarantee: who has called an emergency service has no reserved port for an ordinary call. */
test('ZR908: a call that the emergency service has left loses its reserved port', async () => {
  await using started = await startWithFewPorts(5, 4)
  const { phone, ada, api, provider, dial } = started
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('911')
  const service = await provider.nextCall()
  await service.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  expect(
    (await api.post(`/calls/${id}/participants`, { to: '+12125550143', from: '+12125552368' })).status,
  ).toBe(201)
  await (await provider.nextCall()).answer()
  await browser.waitForCall(id, ({ legs }) => legs.filter(({ state }) => state === 'joined').length === 3)
  expect((await dial('911')).body.code).toBe('ENGINE_UNAVAILABLE')

  await service.hangUp()

  const call = await browser.waitForCall(id, ({ legs }) => legs.some(({ state }) => state === 'detached'))
  expect(call.hasEmergencyService).toBe(false)
  await waitUntil('another emergency call gets the port', async () => (await dial('911')).status === 201)
})

/** Guarantee: users who use up the ports do not fill the log. */
test('ZR712: of the calls of one workspace for which no port is free, the first is logged', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  await using started = await startWithFewPorts(1, 1, { log })
  const { dial } = started

  for (let count = 0; count < 3; count++) expect((await dial(echo)).body.code).toBe('ENGINE_UNAVAILABLE')

  const events = lines.map((line) => JSON.parse(line).event ?? JSON.parse(line).msg)
  expect(events.filter((event) => event === 'call.start_failed')).toEqual([])
  // One of each workspace.
  expect(events.filter((event) => event === 'call.no_port')).toHaveLength(2)
})
