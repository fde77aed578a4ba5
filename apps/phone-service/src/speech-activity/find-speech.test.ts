import { createCallProgressTone, createDtmfTone, createHoldMusic, createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { findSpeech, type SpeechInterval } from './index.ts'
import {
  createNoise,
  createSilence,
  createTrack,
  join,
  mix,
  readSpeech,
  readTone,
  toMs,
  toSpokenTime,
} from './testing/build-track.ts'

/** The spoken files, of at least 1 s, in the languages of the announcements. */
const spoken = [
  'welcome',
  'emergency',
  'voicemail-greeting.en-US',
  'voicemail-greeting.de-DE',
  'voicemail-greeting.es-419',
  'voicemail-greeting.fr-CA',
  'recording-starts.en-US',
]

test.each(spoken)('%s is found, at 8 and 16 kHz, also with noise and as quiet as -40 dBFS', async (name) => {
  const speech = await readSpeech(name)
  const sound = join(createSilence(2), speech, createSilence(2))
  const expected = [toSpokenTime(speech, 2_000)]
  const quiet = sound.map((sample) => sample / 20)
  for (const heard of [sound, mix(sound, createNoise(toMs(sound) / 1000, -45)), quiet])
    for (const rate of [8_000, 16_000] as const) {
      const found = await findSpeech(createTrack(heard, rate))
      // Some have five sentences, with pauses between them.
      expect(shareWithin(found, expected)).toBeGreaterThan(0.78)
      expect(durationOutside(found, expected)).toBeLessThan(700)
    }
})

test.each(['digit-1', 'digit-5', 'digit-8'])('a single word is found: %s', async (name) => {
  const word = await readSpeech(name)
  const found = await findSpeech(createTrack(join(createSilence(1), word, createSilence(1))))
  expect(found).toHaveLength(1)
})

test('two sentences with a pause of a second are two intervals, placed by the offset of the track', async () => {
  const sentence = await readSpeech('recording-starts.en-US')
  const sound = join(createSilence(1), sentence, createSilence(1), sentence)
  const found = await findSpeech(createTrack(sound), { offsetMs: 60_000 })
  expect(found).toHaveLength(2)
  const [first, second] = found
  expect(first?.startMs).toBeGreaterThanOrEqual(61_000)
  expect(first?.endMs).toBeLessThan(62_300 + toMs(sentence))
  expect(second?.startMs).toBeGreaterThanOrEqual(62_000 + toMs(sentence))
})

const otherSounds = {
  'digital silence': () => createSilence(10),
  'noise of -60 dBFS': () => createNoise(10, -60),
  'noise of -40 dBFS': () => createNoise(10, -40),
  'the ringback tone of the US': () => readTone(createCallProgressTone('ringback', 'US', 8_000), 24),
  'the ringback tone of Germany': () => readTone(createCallProgressTone('ringback', 'DE', 8_000), 24),
  'the ringback tone of Britain': () => readTone(createCallProgressTone('ringback', 'GB', 8_000), 24),
  'the ringback tone of Japan': () => readTone(createCallProgressTone('ringback', 'JP', 8_000), 24),
  'the busy tone': () => readTone(createCallProgressTone('busy', 'US', 8_000), 10),
  'the tone before a voicemail': () => join(createSilence(1), readTone(createSine(1_000, 8_000), 1)),
  'music on hold': () => readTone(createHoldMusic(8_000), 64),
  DTMF: () =>
    join(
      ...[...'1234567890*#'].flatMap((key) => [
        readTone(createDtmfTone(key, 120, 8_000), 0.12),
        createSilence(0.1),
      ]),
    ),
}

test.each(Object.entries(otherSounds))('%s is no speech', async (_, create) => {
  const sound = create()
  expect(await findSpeech(createTrack(sound))).toEqual([])
  expect(await findSpeech(createTrack(sound, 16_000))).toEqual([])
})

test('loud noise is no speech once it has lasted for two seconds', async () => {
  const found = await findSpeech(createTrack(createNoise(30, -30)))
  expect(found.every(({ endMs }) => endMs < 2_000)).toBe(true)
})

test('speech is found between ringback tone, music and digits', async () => {
  const speech = await readSpeech('voicemail-greeting.en-US')
  const parts = [
    readTone(createCallProgressTone('ringback', 'US', 8_000), 12),
    speech,
    readTone(createHoldMusic(8_000), 20),
    speech,
    createSilence(2),
    readTone(createDtmfTone('5', 200, 8_000), 0.2),
  ]
  const found = await findSpeech(createTrack(join(...parts)))
  const second = 32_000 + toMs(speech)
  const expected = [toSpokenTime(speech, 12_000), toSpokenTime(speech, second)]
  expect(shareWithin(found, expected)).toBeGreaterThan(0.85)
  expect(durationOutside(found, expected)).toBeLessThan(1_200)
})

test('an empty track has no speech', async () => {
  expect(await findSpeech(createTrack(new Int16Array()))).toEqual([])
})

test('a track of another format is an error', async () => {
  const text = Buffer.from('This is no audio.')
  const audio = {
    totalBytes: text.length,
    read: async function* () {
      yield text
    },
  }
  await expect(findSpeech(audio)).rejects.toThrow('not a WAV file')
})

test('a search that is stopped reads no more of its track', async () => {
  const track = createTrack(createSilence(120))
  const stop = new AbortController()
  let readBytes = 0
  const audio = {
    ...track,
    async *read(start: number, end: number) {
      for await (const chunk of track.read(start, end)) {
        readBytes += chunk.length
        if (readBytes > 300_000) stop.abort()
        yield chunk
      }
    },
  }
  await expect(findSpeech(audio, { signal: stop.signal })).rejects.toThrow('aborted')
  expect(readBytes).toBeLessThan(track.totalBytes / 2)
})

/** Guarantee (ZR748): the detection of speech in long recordings delays no call: other work runs meanwhile. */
test('ZR748: other work runs after each second of audio, and no more than a block of it is read ahead', async () => {
  const seconds = 120
  const track = createTrack(createNoise(seconds, -40))
  // Other work also runs while the detector is loaded, once in a process.
  await findSpeech(createTrack(createSilence(1)))
  let turns = 0
  let isDone = false
  const turnsAtRead: number[] = []
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await findSpeech({
    ...track,
    async *read(start, end) {
      for await (const chunk of track.read(start, end)) {
        turnsAtRead.push(turns)
        yield chunk
      }
    },
  })
  isDone = true

  expect(turns).toBeGreaterThanOrEqual(seconds)
  // The first block has 16 s.
  const readAhead = turnsAtRead.filter((each) => each < 16)
  expect(readAhead.length / turnsAtRead.length).toBeLessThan(0.3)
})

/** Returns the share of the expected time that was found. */
function shareWithin(found: readonly SpeechInterval[], expected: readonly SpeechInterval[]): number {
  const common = expected.flatMap((each) => found.map((other) => overlapMs(each, other)))
  return sum(common) / sum(expected.map(({ startMs, endMs }) => endMs - startMs))
}

/** Returns the time that was found and not expected, in milliseconds. */
function durationOutside(found: readonly SpeechInterval[], expected: readonly SpeechInterval[]): number {
  const total = sum(found.map(({ startMs, endMs }) => endMs - startMs))
  return total - sum(expected.flatMap((each) => found.map((other) => overlapMs(each, other))))
}

function overlapMs(first: SpeechInterval, second: SpeechInterval): number {
  return Math.max(0, Math.min(first.endMs, second.endMs) - Math.max(first.startMs, second.startMs))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
