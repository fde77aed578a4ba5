import { readFile } from 'node:fs/promises'
import { required, sleep } from '@parley/primitives'
import { createSine, detectTones, readWav } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createReplaces } from '@parley/sip'
import { expect, test } from 'vitest'
import {
  ada,
  createTempDirectory,
  createTrunkTo,
  nextEvent,
  startEngine,
} from '../testing/loopback-engine.ts'

const legId = 'telephone'

/** Records a telephone that sends 500 Hz, and whose call then another one replaces that sends 700 Hz. */
async function replaceRecorded() {
  const stack = new AsyncDisposableStack()
  const engine = stack.use(await startEngine())
  const phone = stack.use(await startTestPhone())
  const { path: directory } = stack.use(await createTempDirectory())
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada })
  const first = await phone.nextCall()
  await first.answer()
  first.play(createSine(500, 8_000))
  await nextEvent(events, 'leg-joined')
  await conference.startRecording({ legs: [legId], directory })
  await sleep(1_200)
  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')
  const replaces = createReplaces(required(first.sip.dialog, 'the dialog of the telephone'))
  const second = await phone.call('+15550120', '+15550143', port, replaces)
  second.play(createSine(700, 8_000))
  expect(await nextEvent(events, 'leg-replaced')).toMatchObject({ legId, replacements: 1 })
  return {
    engine,
    events,
    /** Starts a recording for the party after this number of replacements. */
    record: (replacements?: number) =>
      conference.startRecording({
        legs: [legId],
        directory,
        ...(replacements === undefined ? {} : { replacements: { [legId]: replacements } }),
      }),
    /** Hangs up, and returns the tones of each file in their order. */
    async finish() {
      await conference.hangUp(legId)
      const { recordings } = await nextEvent(events, 'leg-left')
      return await Promise.all(recordings.map(({ file }) => listTones(file)))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Returns the tones of a file in the order in which they sound; null where none does for more than 1 s. */
async function listTones(file: string): Promise<(number | null)[]> {
  const { pcm } = required(readWav(await readFile(file)), 'the WAV file')
  const tones: (number | null)[] = []
  let silentMs = 0
  for (let start = 0; start + 800 <= pcm.length; start += 800) {
    const window = pcm.subarray(start, start + 800)
    const [hz] = window.some((sample) => Math.abs(sample) > 1_000)
      ? detectTones(window, [500, 700], 8_000)
      : []
    silentMs = hz === undefined ? silentMs + 100 : 0
    if (hz !== undefined && tones.at(-1) !== hz) tones.push(hz)
    if (silentMs > 1_000 && tones.at(-1) !== null) tones.push(null)
  }
  return tones
}

/** Guarantee (ZR531): no audio of a party is recorded before the recording is started for this party. */
test('ZR531: a leg that another telephone replaces is recorded again when a recording is started for its new party', async () => {
  await using replaced = await replaceRecorded()

  // For the former party, as by an application that has not received the event yet.
  expect(await replaced.record()).toEqual([])
  await sleep(1_500)
  expect(await replaced.record(1)).toMatchObject([{ legId }])
  await sleep(1_000)

  expect(await replaced.finish()).toEqual([[500, null, 700]])
})

test('ZR531: a replaced leg is not recorded in the next media process, until a recording is started for its new party', async () => {
  await using replaced = await replaceRecorded()
  const { engine, events } = replaced
  process.kill(required(engine.mediaPids[0], 'the media process'), 'SIGKILL')
  await nextEvent(events, 'recording-finished')
  await sleep(2_000)

  const before = Date.now()
  const [started] = await replaced.record(1)
  expect(required(started, 'a recording').startedAt).toBeGreaterThanOrEqual(before)
  await sleep(1_000)

  const [first, second] = await replaced.finish()
  expect(first).not.toContain(700)
  expect(second).toEqual([700])
})
