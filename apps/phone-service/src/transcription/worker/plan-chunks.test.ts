import { seededRandom } from '@parley/primitives'
import { expect, test } from 'vitest'
import { measureChunk, planChunks, type Span, toRecordingTime } from './plan-chunks.ts'

const limits = { durationMs: 3_600_000, bytesPerMs: 16, maxChunkMs: 300_000, maxChunkBytes: 24_000_000 }
const span = (startMs: number, endMs: number): Span => ({ startMs, endMs })

test('silence is not sent, and turns are sent together with their context', () => {
  expect(planChunks([], limits)).toEqual([])
  expect(planChunks([span(100, 1_000), span(1_500, 2_000), span(60_000, 61_000)], limits)).toEqual([
    [span(0, 2_250), span(59_750, 61_250)],
  ])
  expect(planChunks([span(3_599_900, 3_600_000)], limits)).toEqual([[span(3_599_650, 3_600_000)]])
})

test('chunks end in silence, and speech without silence is divided at the limits of time and size', () => {
  const turns = Array.from({ length: 20 }, (_, index) => span(index * 60_000, index * 60_000 + 50_000))
  const chunks = planChunks(turns, limits)
  expect(chunks.flat()).toHaveLength(20)
  expect(chunks).toHaveLength(4)
  const [first, ...others] = planChunks([span(0, 700_000)], limits)
  expect([first, others]).toEqual([[span(0, 300_000)], [[span(300_000, 600_000)], [span(600_000, 700_250)]]])
  expect(planChunks([span(0, 300_000)], { ...limits, bytesPerMs: 96 }).map(measureChunk)).toEqual([
    250_000, 50_250,
  ])
})

/** Guarantee (ZR756): each moment of speech is sent once, and nothing far from speech. */
test('ZR756: chunks contain all speech once, within their limits, and no long silence', () => {
  const random = seededRandom(Number(process.env.PARLEY_FUZZ_SEED ?? 5))
  for (let round = 0; round < 200; round += 1) {
    const speech: Span[] = []
    for (let at = random() * 5_000; at < 2_000_000; ) {
      const end = at + 50 + random() * (random() < 0.05 ? 500_000 : 5_000)
      speech.push(span(Math.round(at), Math.round(end)))
      at = end + 20 + random() * 20_000
    }
    const durationMs = (speech.at(-1)?.endMs ?? 0) + 100
    const chunks = planChunks(speech, { ...limits, durationMs, maxChunkMs: 60_000 })
    const sent = chunks.flat()
    for (const [index, { startMs, endMs }] of sent.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(sent[index - 1]?.endMs ?? 0)
      expect(endMs).toBeGreaterThan(startMs)
    }
    for (const { startMs, endMs } of speech) {
      const covered = sent.reduce(
        (sum, each) => sum + Math.max(0, Math.min(endMs, each.endMs) - Math.max(startMs, each.startMs)),
        0,
      )
      expect(covered).toBe(endMs - startMs)
    }
    for (const chunk of chunks) expect(measureChunk(chunk)).toBeLessThanOrEqual(60_000)
  }
})

test('times of a chunk are those of the recording, those in the silence between spans at its edges', () => {
  const spans = [span(1_000, 2_000), span(10_000, 12_000)]
  const toTimes = (edge: 'start' | 'end') =>
    [0, 500, 1_000, 1_200, 1_400, 1_500, 3_400, 9_999].map((ms) => toRecordingTime(spans, ms, edge))

  expect(toTimes('start')).toEqual([1_000, 1_500, 10_000, 10_000, 10_000, 10_100, 12_000, 12_000])
  expect(toTimes('end')).toEqual([1_000, 1_500, 2_000, 2_000, 2_000, 10_100, 12_000, 12_000])
})
