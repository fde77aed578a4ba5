import { createWavHeader, seededRandom } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { Audio } from '../store/recording-store.ts'
import { mixTracks } from './mix-tracks.ts'

const random = seededRandom(1)

interface TestTrack {
  readonly sampleRate: number
  readonly samples: Int16Array
  readonly offsetMs: number
}

function createTrack(sampleRate: number, length: number, offsetMs: number): TestTrack {
  const samples = Int16Array.from({ length }, () => Math.floor((random() - 0.5) * 60_000))
  return { sampleRate, samples, offsetMs }
}

/** Returns the audio of a track, read in chunks that divide samples. */
function toAudio({ sampleRate, samples }: TestTrack): Audio {
  const pcm = Buffer.from(samples.buffer)
  const bytes = Buffer.concat([createWavHeader(sampleRate, pcm.length), pcm])
  return {
    totalBytes: bytes.length,
    async *read(start, end) {
      for (let at = start; at <= end; at += 777) yield bytes.subarray(at, Math.min(at + 777, end + 1))
    },
  }
}

/** Returns the samples of the mix at 16 kHz. */
function mixAll(tracks: readonly TestTrack[]): Int16Array {
  const ends = tracks.map(
    ({ samples, sampleRate, offsetMs }) => samples.length * (16_000 / sampleRate) + offsetMs * 16,
  )
  return Int16Array.from({ length: Math.max(...ends) }, (_, at) => {
    const values = tracks.map(
      ({ samples, sampleRate, offsetMs }) =>
        (at < offsetMs * 16 ? 0 : samples[Math.floor((at - offsetMs * 16) / (16_000 / sampleRate))]) ?? 0,
    )
    return Math.max(
      -32_768,
      Math.min(
        32_767,
        values.reduce((sum, value) => sum + value, 0),
      ),
    )
  })
}

async function readRange({ read }: Audio, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a mix of tracks with different rates and starts has their sum, in every range', async () => {
  const tracks = [
    createTrack(8_000, 20_001, 0),
    createTrack(16_000, 25_000, 33),
    createTrack(8_000, 7_000, 900),
  ]

  const mix = await mixTracks(
    tracks.map((track) => ({ open: async () => toAudio(track), offsetMs: track.offsetMs })),
  )

  const expected = mixAll(tracks)
  const whole = await readRange(mix, 0, mix.totalBytes - 1)
  expect(
    whole.equals(Buffer.concat([createWavHeader(16_000, expected.byteLength), Buffer.from(expected.buffer)])),
  ).toBe(true)
  for (let round = 0; round < 200; round += 1) {
    const start = Math.floor(random() * mix.totalBytes)
    const end = Math.min(mix.totalBytes - 1, start + Math.floor(random() ** 4 * mix.totalBytes))
    const range = await readRange(mix, start, end)
    expect(range.equals(whole.subarray(start, end + 1)), `bytes ${start} to ${end}`).toBe(true)
  }
})

/** Guarantee: calls and other requests do not wait until a long recording is mixed. */
test('ZR406: everything else gets a turn after each block of a mix, also when its tracks need no waiting', async () => {
  const tracks = Array.from({ length: 3 }, () => createTrack(8_000, 400_000, 0))
  const mix = await mixTracks(tracks.map((track) => ({ open: async () => toAudio(track), offsetMs: 0 })))
  let turns = 0
  let isMixing = true
  const count = () => {
    turns += 1
    if (isMixing) setImmediate(count)
  }
  setImmediate(count)

  let blocks = 0
  for await (const _ of mix.read(0, mix.totalBytes - 1)) blocks += 1
  isMixing = false

  expect(blocks).toBeGreaterThan(20)
  expect(turns).toBeGreaterThanOrEqual(blocks - 1)
})

/** Guarantee: a call with many recordings does not use up the files that the node can open. */
test('ZR162: a mix of 600 tracks that follow each other has two of them open', async () => {
  const open = { now: 0, most: 0 }
  const tracks = Array.from({ length: 600 }, (_, index) => createTrack(8_000, 1_600, 180 * index))
  const countOpen = (audio: Audio): Audio => ({
    ...audio,
    async *read(start, end) {
      open.now += 1
      open.most = Math.max(open.most, open.now)
      try {
        yield* audio.read(start, end)
      } finally {
        open.now -= 1
      }
    },
  })

  const mix = await mixTracks(
    tracks.map((track) => ({ open: async () => countOpen(toAudio(track)), offsetMs: track.offsetMs })),
  )
  const openForHeaders = open.most
  open.most = 0
  const whole = await readRange(mix, 0, mix.totalBytes - 1)

  expect(whole.length).toBe(44 + 2 * (8_000 * 0.18 * 599 + 1_600))
  expect([openForHeaders, open.most, open.now]).toEqual([10, 2, 0])
})
