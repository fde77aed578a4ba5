import { required, waitUntil } from '@parley/primitives'
import { findFreeRange } from '@parley/primitives/node'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { EmbeddedJoinInformation } from '../../browser/join-information.ts'
import type { Conference } from '../../port.ts'
import { ada, createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

test('ZR832: each media process has its own part of the ports, also after its restart', async () => {
  const min = await findFreeRange(4)
  const restarted: unknown[] = []
  await using engine = await startEngine({
    mediaPort: min,
    mediaPortsPerProcess: 2,
    mediaProcesses: 2,
    log: (event, fields) => event === 'media_process.restarted' && restarted.push(fields.index),
  })
  const partsOfBrowsers = async () => {
    const conferences = [await engine.openConference(), await engine.openConference()]
    const ports = await Promise.all(conferences.map(addBrowser))
    await Promise.all(conferences.map((conference) => conference.close()))
    return ports.map((port) => Math.floor((port - min) / 2)).toSorted()
  }

  const before = await partsOfBrowsers()
  for (const pid of engine.mediaPids) process.kill(pid, 'SIGKILL')
  await waitUntil('both processes have restarted', () => restarted.length === 2)
  const after = await partsOfBrowsers()

  expect(before).toEqual([0, 1])
  expect(after).toEqual([0, 1])
})

test('ZR832: an engine does not start with ports above the highest one', async () => {
  await expect(
    startEngine({ mediaPort: 65_000, mediaPortsPerProcess: 500, mediaProcesses: 2 }),
  ).rejects.toThrow('2 media processes need the UDP ports 65000 to 65999, but the highest port is 65535.')
})

/** Guarantee: a call gets a port while any media process has one. */
test('ZR882: a conference whose process has no port left moves to another one with its first browser', async () => {
  await using engine = await startEngine({
    mediaPort: await findFreeRange(2),
    mediaPortsPerProcess: 1,
    mediaProcesses: 2,
  })
  const open = () => engine.openConference()
  const [first, , third, fourth] = [await open(), await open(), await open(), await open()]

  await addBrowser(first)
  await addBrowser(third)
  await expect(addBrowser(fourth)).rejects.toThrow('is free for a WebRTC connection')
  expect(await engine.inspect()).toMatchObject({ conferences: 4, legs: 2 })

  await third.hangUp('browser')
  const again = await open()
  await waitUntil('the port is free', () => addBrowser(again).then(Boolean, () => false))
})

test('ZR882: a conference is opened in a process with a port, although another one is before it', async () => {
  await using engine = await startEngine({
    mediaPort: await findFreeRange(2),
    mediaPortsPerProcess: 1,
    mediaProcesses: 2,
  })
  const first = await engine.openConference()
  await addBrowser(first)
  await engine.openConference()

  const conference = await engine.openConference()
  // With another leg, it would not move when its browser is added.
  await conference.addPlayer({ legId: 'music', source: { kind: 'hold-music' }, to: [], repeat: 'loop' })
  expect(await addBrowser(conference)).toBeGreaterThan(0)
})

/** Guarantee: also the call of a caller who waits gets a port while any media process has one. */
test('ZR911: a conference in which a caller waits moves to a media process with a port', async () => {
  const mediaPort = await findFreeRange(2)
  await using engine = await startEngine({ mediaPort, mediaPortsPerProcess: 1, mediaProcesses: 2 })
  await using provider = await startTestPhone()
  const trunk = {
    ...createTrunkTo({ host: '127.0.0.1', port: provider.port }),
    registration: 'none' as const,
  }
  await engine.useTrunk({ ...trunk, numbers: [ada.number] })
  const events = engine.events[Symbol.asyncIterator]()
  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')
  await provider.call(ada.number, '+15550142', port)
  const { incomingId } = await nextEvent(events, 'incoming')
  const conference = await engine.openConference()
  await conference.addIncoming(incomingId, 'caller')
  const [, third] = [await engine.openConference(), await engine.openConference()]
  expect(await addBrowser(third)).toBe(mediaPort)

  expect(await addBrowser(conference)).toBe(mediaPort + 1)
  await conference.answerIncoming('caller')
})

/** Guarantee: the browser of an emergency call has a port while others have used up theirs. */
test('ZR883: an emergency call gets a port that is reserved for it', async () => {
  await using engine = await startEngine({ mediaPort: await findFreeRange(5), mediaPortsPerProcess: 5 })
  const ordinary = await engine.openConference()
  for (const legId of ['ada', 'grace', 'linus', 'hedy']) await ordinary.addBrowser(legId, legId)

  await expect(addBrowser(await engine.openConference())).rejects.toThrow('is free for a WebRTC connection')
  expect(await addBrowser(await engine.openConference({ isEmergency: true }))).toBeGreaterThan(0)
})

/** Adds a browser and returns the port of its connection. */
async function addBrowser(conference: Conference): Promise<number> {
  const information = await conference.addBrowser('ada', 'browser')
  const { sdp } = information as unknown as EmbeddedJoinInformation
  return Number(required(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) /m.exec(sdp)?.[1], 'a candidate'))
}
