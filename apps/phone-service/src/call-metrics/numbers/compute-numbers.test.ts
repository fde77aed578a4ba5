import { expect, test } from 'vitest'
import { computeNumbers, type Talker } from './compute-numbers.ts'

/** Returns a participant who talks between the given seconds. */
function talker(id: string, ...seconds: readonly (readonly [number, number])[]): Talker {
  return {
    legIds: [id],
    speech: seconds.map(([start, end]) => ({ startMs: start * 1_000, endMs: end * 1_000 })),
  }
}

function compute(talkers: readonly Talker[], durationMs = 100_000) {
  const metrics = computeNumbers(talkers, durationMs)
  if (!metrics) throw new Error('The participants talk long enough.')
  const find = (id: string) => metrics.participants.find(({ legIds }) => legIds.includes(id))
  return { metrics, find }
}

test('shares are those of the time in which participants talk, and the one who talks most is first', () => {
  const { metrics } = compute([talker('ada', [0, 10]), talker('grace', [10, 30], [40, 50])], 60_000)

  expect(metrics.participants.map(({ legIds, talkMs, talkShare }) => [legIds, talkMs, talkShare])).toEqual([
    [['grace'], 30_000, 0.75],
    [['ada'], 10_000, 0.25],
  ])
})

test('speech of several legs of a participant at the same time counts once', () => {
  const { find } = compute([talker('ada', [0, 10], [5, 12], [12, 14])])

  expect(find('ada')).toMatchObject({ talkMs: 14_000, talkShare: 1 })
})

test('silence is the time in which no participant talks, before and after the talk, too', () => {
  const { metrics } = compute([talker('ada', [2, 10], [11, 15]), talker('grace', [9, 12], [20, 30])], 31_000)

  expect(metrics.silence).toEqual({ totalMs: 8_000, longest: { startMs: 15_000, endMs: 20_000 } })
  expect(metrics.gaps).toEqual([
    { startMs: 0, endMs: 2_000 },
    { startMs: 15_000, endMs: 20_000 },
  ])
})

test('a monologue has pauses of up to 3 s and feedback of others, and ends with their turn', () => {
  const { find } = compute([
    talker('ada', [0, 10], [13, 20], [23.5, 24], [40, 50], [52, 55]),
    talker('grace', [11, 11.8], [21, 23], [51, 51.9]),
  ])

  expect(find('ada')?.monologue).toEqual({ startMs: 0, endMs: 20_000 })
  expect(find('grace')?.monologue).toEqual({ startMs: 21_000, endMs: 23_000 })
})

test('a participant who never talks has no monologue and no reply gap', () => {
  const { find } = compute([talker('ada', [0, 30]), talker('grace')])

  expect(find('grace')).toMatchObject({
    talkMs: 0,
    talkShare: 0,
    monologue: null,
    interruptions: 0,
    replyGap: null,
  })
})

test.each([
  ['the other one stops 0.5 to 3 s later', [[10, 20]], 1],
  ['the other one has finished', [[12, 20]], 0],
  ['the overlap is as short as it is when turns change', [[11.7, 20]], 0],
  ['the other one talks for more than 3 s', [[8, 20]], 0],
  ['the other one talks longer', [[10, 11.5]], 0],
  ['it is feedback', [[10.5, 11.4]], 0],
] as const)('an interruption is counted when %s: %j', (_, seconds, count) => {
  const { find } = compute([talker('ada', [0, 12]), talker('grace', ...seconds)])

  expect(find('grace')?.interruptions).toBe(count)
  expect(find('ada')?.interruptions).toBe(0)
})

test('participants who begin at the same time do not interrupt each other', () => {
  const { find } = compute([talker('ada', [0, 10], [20, 22]), talker('grace', [20.8, 30])])

  expect(find('grace')?.interruptions).toBe(0)
})

test('an interruption of two participants is one', () => {
  const { find } = compute([talker('ada', [0, 12]), talker('linus', [0, 11]), talker('grace', [10, 20])])

  expect(find('grace')?.interruptions).toBe(1)
})

test('the reply gap is the median of the silences before the replies of a participant', () => {
  const { find } = compute([
    talker('ada', [0, 10], [20, 22], [30, 32], [50, 52]),
    // After 0.4 s, 1 s and, overlapping, 2 s; the last one is no reply any more.
    talker('grace', [10.4, 15], [23, 25], [31.5, 40], [60, 62]),
  ])

  expect(find('grace')?.replyGap).toEqual({ medianMs: 700, count: 2 })
  expect(find('ada')?.replyGap).toEqual({ medianMs: 5_000, count: 2 })
})

test('talk of less than 10 s has no numbers', () => {
  expect(computeNumbers([talker('ada', [0, 6]), talker('grace', [6, 9.9])], 60_000)).toBeNull()
})

/** Guarantee (ZR745): the numbers of a call have a limited size. */
test('ZR745: of a call of days, the longest 2,000 gaps and the 50 participants who talk most are listed', () => {
  const short = Array.from({ length: 4_000 }, (_, at) => [at * 4, at * 4 + 2] as const)
  const long = Array.from({ length: 1_500 }, (_, at) => [16_000 + at * 10, 16_000 + at * 10 + 1] as const)
  const others = Array.from({ length: 60 }, (_, at) => talker(`guest ${at}`, [31_000 + at, 31_000.5 + at]))

  const { metrics } = compute([talker('ada', ...short, ...long), ...others], 32_000_000)

  expect(metrics.participants).toHaveLength(50)
  expect(metrics.participants[0]?.legIds).toEqual(['ada'])
  expect(metrics.gaps).toHaveLength(2_000)
  expect(metrics.gaps.filter(({ startMs, endMs }) => endMs - startMs > 8_000).length).toBeGreaterThan(1_499)
  expect(metrics.gaps).toEqual(metrics.gaps.toSorted((one, other) => one.startMs - other.startMs))
})

test('a participant who pauses for up to 1 s continues: the other one interrupts, and does not reply', () => {
  const { find } = compute([talker('ada', [0, 5], [5.8, 7]), talker('grace', [6, 10], [10.9, 12])])

  expect(find('grace')).toMatchObject({ interruptions: 1, replyGap: null })
})
