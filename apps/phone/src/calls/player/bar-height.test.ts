import { expect, test } from 'vitest'
import { toBarHeight } from './bar-height.ts'

const fromDecibels = (decibels: number) => 10 ** (decibels / 20)

/** Guarantee: a quiet voice is seen in a recording. */
test.each([-35, -40, -45])('sound of %d dBFS is drawn', (decibels) => {
  expect(toBarHeight(fromDecibels(decibels))).toBeGreaterThan(0.1)
})

test('silence and noise are a hairline, and full scale fills the track', () => {
  expect(toBarHeight(0)).toBe(0)
  expect(toBarHeight(fromDecibels(-58))).toBe(0)
  expect(toBarHeight(1)).toBeCloseTo(1)
  expect(toBarHeight(1.5)).toBeCloseTo(1)
})

test('louder sound is drawn higher', () => {
  const heights = [-50, -40, -30, -20, -10, 0].map((decibels) => toBarHeight(fromDecibels(decibels)))

  expect(heights).toEqual(heights.toSorted((one, other) => one - other))
  expect(new Set(heights).size).toBe(heights.length)
})
