import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

/** Guarantee: the text that a trunk sends as a number cannot occupy the process, which serves all workspaces. */
test.each([
  ['digits', '1'.repeat(60_000)],
  ['a number with spaces', `+12024561111${' '.repeat(210)}`],
])('VR2: %s beyond the length of any number is no number', (_, text) => {
  expect(parseNumber(text, 'US')).toEqual({ kind: 'invalid' })
})

test.each([
  ['+1 202 456 1111,,12#', '+12024561111', ',,12#'],
  ['+1 202 456 1111;12 3', '+12024561111', ',123'],
  ['+1 202 456 1111,', '+12024561111', null],
  [',1 202 456 1111', '+12024561111', null],
])('the post-dial digits of %s are separated', (typed, number, postDialDigits) => {
  expect(parseNumber(typed, 'US')).toMatchObject({ kind: 'number', number, postDialDigits })
})
