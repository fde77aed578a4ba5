import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startAnsweringTrunk } from '../testing/answering-trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import {
  ada,
  createTempDirectory,
  createTrunkTo,
  nextEvent,
  startEngine,
} from '../testing/loopback-engine.ts'

/** Starts an engine with a trunk that responds 180 to each re-INVITE, and nothing else. */
async function startRingingTrunk(mediaProcesses: number) {
  const host = '127.0.0.1'
  const trunk = await startAnsweringTrunk(
    host,
    (port) => ({ contact: `<sip:${host}:${port}>`, sdp: describeAudio(host, 40_000) }),
    { reInvites: 'ring' },
  )
  const engine = await startEngine({ mediaProcesses })
  await engine.useTrunk({ ...createTrunkTo({ host, port: trunk.port }), registration: 'none' })
  return {
    engine,
    trunk,
    async connect(legId: string) {
      const conference = await engine.openConference()
      const events = conference.events[Symbol.asyncIterator]()
      await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada })
      await nextEvent(events, 'leg-joined')
      return { conference, events }
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await trunk[Symbol.asyncDispose]()
    },
  }
}

test('ZR505: conferences are merged, and a leg is hung up, while its far end leaves the re-INVITE unanswered', async () => {
  await using fixture = await startRingingTrunk(2)
  const { engine, trunk } = fixture
  const [into, from] = [await fixture.connect('one'), await fixture.connect('other')]

  await engine.mergeConferences?.(into.conference.id, from.conference.id)
  await trunk.waitForRequest('re-INVITE')
  await into.conference.hangUp('other')
  await trunk.waitForRequest('BYE')

  expect(await nextEvent(into.events, 'leg-left')).toMatchObject({ legId: 'other', reason: 'removed' })
  expect(await engine.inspect()).toMatchObject({ conferences: 1, legs: 1 })
})

test('ZR505: after the end of a media process, a call is recorded and ended while its far end leaves the re-INVITE unanswered', async () => {
  await using fixture = await startRingingTrunk(1)
  await using folder = await createTempDirectory()
  const { engine, trunk } = fixture
  const { conference, events } = await fixture.connect('one')

  process.kill(required(engine.mediaPids[0], 'the media process'), 'SIGKILL')
  await trunk.waitForRequest('re-INVITE')
  await conference.startRecording({ legs: ['one'], directory: folder.path })
  await conference.close()
  await trunk.waitForRequest('BYE')

  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'one', reason: 'removed' })
  expect(await engine.inspect()).toMatchObject({ conferences: 0, legs: 0 })
})
