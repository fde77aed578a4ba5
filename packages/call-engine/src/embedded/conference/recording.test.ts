import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { required, sleep } from '@parley/primitives'
import { createSine, createWavWriter, detectTones, readWav } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { AnnouncementLanguage, PlayerSource } from '../../port.ts'
import {
  ada,
  createTempDirectory,
  createTrunkTo,
  nextEvent,
  serviceNumber,
  startEngine,
  startLoopbackEngine,
} from '../testing/loopback-engine.ts'

test('the recording of a leg contains the tone its peer sends', async () => {
  await using loopback = await startLoopbackEngine()
  await using folder = await createTempDirectory()
  const conference = await loopback.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const legId = 'telephone'
  await conference.dialOut({ legId, to: serviceNumber('tone'), trunkId: 'carrier', as: ada })
  await nextEvent(events, 'leg-joined')

  await conference.addPlayer({ legId: 'announcement', source: announce('fr-CA'), to: 'everyone' })
  await nextEvent(events, 'leg-left')
  await conference.startRecording({ legs: [legId], directory: folder.path })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const [recording] = await conference.stopRecording()

  const wav = required(readWav(await readFile(required(recording, 'the recording').file)), 'the WAV file')
  expect(detectTones(wav.pcm, [1_000, 440], 8_000)).toEqual([1_000])
})

/** Guarantee: no participant is recorded without having heard the announcement. */
test('VR14: an announcement that ends with its media process is reported as not heard', async () => {
  await using loopback = await startLoopbackEngine()
  const conference = await loopback.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'telephone', to: serviceNumber('tone'), trunkId: 'carrier', as: ada })
  await nextEvent(events, 'leg-joined')

  await conference.addPlayer({ legId: 'announcement', source: announce('en-US'), to: 'everyone' })
  // Also an announcement that has begun.
  await sleep(300)
  process.kill(required(loopback.engine.mediaPids[0], 'the media process'), 'SIGKILL')

  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'announcement', reason: 'media-lost' })
})

test('ZR103: music on hold continues after its media process has exited', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'telephone', to: '+15550143', trunkId: 'carrier', as: ada })
  const far = await phone.nextCall()
  await far.answer()
  await nextEvent(events, 'leg-joined')
  await conference.setOnHold('telephone', 'held')
  await conference.addPlayer({ legId: 'music', source: { kind: 'hold-music' }, to: ['telephone'] })
  await far.receivesSpeech()

  process.kill(required(engine.mediaPids[0], 'the media process'), 'SIGKILL')
  await far.receivesSilence()

  await far.receivesSpeech()
})

/**
 * Guarantee: a leg that hangs up concurrently does not stop the announcement or the recording of the others.
 */
test('announcements and recordings skip legs that have left and include the others', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await using folder = await createTempDirectory()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })

  for (let round = 0; round < 8; round++) {
    const conference = await engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const [grace, linus] = [await connect(`grace-${round}`), await connect(`linus-${round}`)]
    const legs = [grace.legId, linus.legId]

    const leaving = [sleep(round).then(() => conference.hangUp(grace.legId))]
    const speech = linus.far.receivesSpeech()
    await conference.addPlayer({ legId: 'announcement', source: announce('en-US'), to: legs })
    const started = await conference.startRecording({ legs, directory: folder.path })
    await Promise.all([speech, ...leaving])
    const { recordings } = await nextEvent(events, 'leg-left', ({ legId }) => legId === grace.legId)
    const again = await conference.startRecording({ legs, directory: folder.path })
    const finished = await conference.stopRecording()
    await conference.close()

    const written = (await readdir(folder.path)).map((name) => join(folder.path, name))
    const listFiles = (some: readonly { readonly file: string }[]) => some.map(({ file }) => file).toSorted()
    expect(again.map(({ legId }) => legId)).toEqual([linus.legId])
    expect(listFiles(started)).toEqual(listFiles(finished))
    expect(listFiles(started)).toEqual(
      written.filter((file) => legs.some((id) => file.includes(id))).toSorted(),
    )
    expect(listFiles(recordings)).toEqual(listFiles(started.filter(({ legId }) => legId === grace.legId)))

    async function connect(legId: string) {
      await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada })
      const far = await phone.nextCall()
      await far.answer()
      await nextEvent(events, 'leg-joined')
      return { legId, far }
    }
  }
}, 60_000)

/** Starts a recording of one telephone that sends 500 Hz. */
async function startRecording() {
  const stack = new AsyncDisposableStack()
  const engine = stack.use(await startEngine())
  const phone = stack.use(await startTestPhone())
  const folder = stack.use(await createTempDirectory())
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const legId = 'telephone'
  await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada })
  const far = await phone.nextCall()
  await far.answer()
  far.play(createSine(500, 8_000))
  await nextEvent(events, 'leg-joined')
  await conference.startRecording({ legs: [legId], directory: folder.path })
  return {
    conference,
    events,
    async crash() {
      process.kill(required(engine.mediaPids[0], 'the media process'), 'SIGKILL')
      const first = await nextEvent(events, 'recording-finished')
      await nextEvent(events, 'recording-started', ({ recording }) => recording.file !== first.recording.file)
    },
    /** Hangs up and returns the tones at the end of each file. */
    async finish() {
      await conference.hangUp(legId)
      const { recordings } = await nextEvent(events, 'leg-left')
      return await Promise.all(
        recordings.map(async ({ file }) => {
          const wav = required(readWav(await readFile(file)), 'the WAV file')
          return detectTones(wav.pcm.subarray(-4_000), [500, 1_000], 8_000)
        }),
      )
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('the recording of a crashed media process is preserved and continues in another file', async () => {
  await using recording = await startRecording()
  await new Promise((resolve) => setTimeout(resolve, 2_500))

  await recording.crash()
  await new Promise((resolve) => setTimeout(resolve, 1_500))

  expect(await recording.finish()).toEqual([[500], [500]])
})

test('ZR260: a recording that is paused stays paused after a crash of its media process', async () => {
  await using recording = await startRecording()
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await recording.conference.setRecordingPaused('paused')

  await recording.crash()
  await new Promise((resolve) => setTimeout(resolve, 1_500))

  expect((await recording.finish()).at(-1)).toEqual([])
})

test('a recording left unfinished by its process is repaired at the next start', async () => {
  await using engine = await startEngine()
  await using folder = await createTempDirectory()
  const intactFile = join(folder.path, 'whole.wav')
  for (const name of ['whole.wav', 'broken.wav']) {
    const writer = await createWavWriter(join(folder.path, name), 8_000)
    await writer.append(new Int16Array(8_000))
    await writer.finish()
  }
  await truncate(join(folder.path, 'broken.wav'), 44 + 8_001)

  const recovered = await engine.recoverRecordings(folder.path)

  expect(recovered).toEqual([
    { file: join(folder.path, 'broken.wav'), durationMs: 500, sizeBytes: 44 + 8_000 },
  ])
  expect(readWav(await readFile(intactFile))?.pcm).toHaveLength(8_000)
})

function announce(language: AnnouncementLanguage): PlayerSource {
  return { kind: 'announcement', announcement: { name: 'recording-starts', language } }
}
