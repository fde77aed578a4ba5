import { expect, test } from 'vitest'
import { computeCostMicros } from './compute-cost.ts'

const perMinuteMicros = 60_000

test.each([
  ['60/60', 0, 0],
  ['60/60', 1, 60_000],
  ['60/60', 60, 60_000],
  ['60/60', 61, 120_000],
  ['1/1', 1, 1_000],
  ['1/1', 61, 61_000],
  ['30/6', 10, 30_000],
  ['30/6', 31, 36_000],
])('with increments of %s, %i seconds cost %i millionths', (increments, seconds, expected) => {
  const [firstSeconds = 0, incrementSeconds = 0] = increments.split('/').map(Number)
  const price = { perMinuteMicros, setupFeeMicros: 0, firstSeconds, incrementSeconds }

  expect(computeCostMicros(price, seconds)).toBe(expected)
})

test('an answered call costs the set-up fee, and parts of a millionth are rounded up', () => {
  const price = { perMinuteMicros: 1, setupFeeMicros: 5, firstSeconds: 1, incrementSeconds: 1 }

  expect([0, 1].map((seconds) => computeCostMicros(price, seconds))).toEqual([0, 6])
})
