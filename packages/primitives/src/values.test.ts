import { expect, test } from 'vitest'
import { compareText } from './compare-text.ts'
import { isUuid } from './is-uuid.ts'
import { required } from './required.ts'

test('text is ordered by code units, in every locale alike', () => {
  expect(['b', 'a', 'Z', 'ä', 'a'].toSorted(compareText)).toEqual(['Z', 'a', 'a', 'b', 'ä'])
})

test.each(['0b9c2a52-5c3e-4d0a-9a52-1f0e7a1c2d3e', '00000000-0000-0000-0000-000000000000'])(
  '%s is a UUID',
  (text) => expect(isUuid(text)).toBe(true),
)

test.each(['0B9C2A52-5C3E-4D0A-9A52-1F0E7A1C2D3E', '0b9c2a52', '', ' 0b9c2a52-5c3e-4d0a-9a52-1f0e7a1c2d3e'])(
  '"%s" is not a UUID in lower case',
  (text) => expect(isUuid(text)).toBe(false),
)

test('a missing value is an error that names it; false, zero and empty text are values', () => {
  expect([required(0, 'zero'), required('', 'text'), required(false, 'flag')]).toEqual([0, '', false])
  expect(() => required(null, 'the conference')).toThrow('Missing the conference.')
  expect(() => required(undefined, 'the conference')).toThrow('Missing the conference.')
})
