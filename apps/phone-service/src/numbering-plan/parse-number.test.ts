import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

/**
 * Guarantee: the text that a trunk sends as a number cannot occupy the process, which serves all workspaces.
 */
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

/** Guarantee: no spelling of an emergency number, or of a premium one, is taken for another number. */
test.each([
  '911',
  '+911',
  '+1 (911)',
  '0911',
  '9 911',
  '#911',
  '911*',
  '911,',
  '911;ext=1',
  '911x1',
  'tel:911',
  'sip:911@example.com',
  '911;phone-context=+1',
  '\uff19\uff11\uff11',
  '\u0669\u0661\u0661',
  '9\u200b11',
  '9\u00a011',
  '00112',
  '011112',
  '+44 999',
  '011 44 999',
])('SR5, WR8: %s is an emergency number', (typed) => {
  expect(parseNumber(typed, 'US')).toMatchObject({ kind: 'emergency' })
})

test.each([
  '1-900-555-1234',
  '011 1 900 555 1234',
  '(900) 555-1234;ext=1',
  '+19005551234,1',
  'p19005551234',
  '1\u2010900\u2010555\u20101234',
  '+1.900.555.1234',
  '+1/900/555/1234',
  '+1 202 976 1234',
  '+1 202 555 1212',
  '+44 909 879 1234',
  '+881 6 1234 5678',
])('SR5: %s is a premium number', (typed) => {
  expect(parseNumber(typed, 'US')).toMatchObject({ kind: 'number', isPremium: true })
})

test.each([
  '*67911',
  '*72 900 555 1234',
  '+1+19005551234',
  '0+12024561111',
  '+12024561111;tel=9',
  '10-10-220 900 555 1234',
  '%39%31%31',
  '\u0967\u0968\u0966\u0968\u096a\u096b\u096c\u0967\u0967\u0967\u0967',
])('SR5: %s is no number', (typed) => {
  expect(parseNumber(typed, 'US')).toEqual({ kind: 'invalid' })
})

test.each([
  ['15550120', 'US', '+15550120'],
  ['1 555 0120', 'CA', '+15550120'],
  ['5550120', 'US', '+15550120'],
  ['1 202 555 0142', 'US', '+12025550142'],
  ['15550120', 'DE', '+4915550120'],
])('%s in %s without a plus sign is %s', (typed, homeCountry, number) => {
  expect(parseNumber(typed, homeCountry)).toMatchObject({ number })
})
