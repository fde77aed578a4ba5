import { required, waitUntil } from '@parley/primitives'
import { findFreeRange } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import type { Conference } from '../../port.ts'
import { startEngine } from '../testing/loopback-engine.ts'

/** Guarantee: a merge takes no reserved port from a call to an emergency service, nor its right to one. */
test('ZR910: an emergency call that is merged into an older call has a reserved port when its page is reloaded', async () => {
  await using engine = await startWithFewPorts()
  const older = await engine.openConference()
  const emergency = await engine.openConference({ isEmergency: true })
  await addBrowsers(older, 1)
  await addBrowsers(emergency, 1)
  await addBrowsers(await engine.openConference(), 2)

  await engine.mergeConferences?.(older.id, emergency.id)

  expect(await older.reconnectBrowser('user0').catch(String)).not.toContain('No UDP port')
})

test('ZR910: a conference gets a reserved port when an emergency service is added to it, also after a migration', async () => {
  const events: string[] = []
  await using engine = await startWithFewPorts({ log: (event) => events.push(event) })
  const conference = await engine.openConference()
  const ordinary = await engine.openConference()
  await addBrowsers(ordinary, 4)
  await expect(addBrowsers(conference, 1)).rejects.toThrow('No UDP port')

  await conference.setEmergency(true)
  await conference.addBrowser('ada', 'browser')

  process.kill(required(engine.mediaPids[0], 'a media process'), 'SIGKILL')
  await waitUntil('the process has restarted', () => events.includes('media_process.restarted'))
  for (const legId of ['user0', 'user1', 'user2', 'user3']) await ordinary.reconnectBrowser(legId)
  await conference.reconnectBrowser('browser')
})

/** Guarantee: an ordinary call has no reserved port for longer than a moment. */
test('ZR908: a browser has no reserved port some time after the end of the emergency in its conference', async () => {
  await using engine = await startWithFewPorts({ reservedPortTimeoutMs: 300 })
  await addBrowsers(await engine.openConference(), 4)
  const [mallory, ada] = [await engine.openConference({ isEmergency: true }), await engine.openConference()]
  await addBrowsers(mallory, 1)
  await ada.setEmergency(true)
  let attempts = 0
  const tryToAdd = () => ada.addBrowser('ada', `attempt${++attempts}`).then(Boolean, () => false)
  expect(await tryToAdd()).toBe(false)

  await mallory.setEmergency(false)

  await waitUntil('the port is free', tryToAdd)
})

/** Of five ports, ordinary calls get four. */
async function startWithFewPorts(options: Parameters<typeof startEngine>[0] = {}) {
  return await startEngine({ mediaPort: await findFreeRange(5), mediaPortsPerProcess: 5, ...options })
}

async function addBrowsers(conference: Conference, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await conference.addBrowser('ada', `user${index}`)
}
