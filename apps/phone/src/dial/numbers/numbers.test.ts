import { describe, expect, test } from 'vitest'
import { extractNumber } from './extract-number.ts'
import { formatNumber, formatWhileTyping, isCallable } from './format-number.ts'

describe('pasted text is reduced to a number', () => {
  test.each([
    ['+1 555 0142', '+15550142', 'nothing'],
    ['tel:+1-555-0142', '+15550142', 'nothing'],
    ['(202) 555-0142', '2025550142', 'nothing'],
    ['+49 (0)30 123456', '+4930123456', 'nothing'],
    ['Call Grace at +1 555 0142, thanks', '+15550142', 'text-around'],
    ['+1 555 0142 ext 12', '+15550142 ext 12', 'nothing'],
    ['+1 555 0142 Durchwahl 12', '+15550142 ext 12', 'nothing'],
    ['tel:+1-555-0142;ext=12', '+15550142 ext 12', 'nothing'],
    ['+1 555 0142,,12#', '+15550142,,12#', 'nothing'],
    ['sip:+15550142@example.com', '+15550142', 'nothing'],
    ['Tel.\u00a0+1\u00a0555\u00a00142', '+15550142', 'text-around'],
  ])('%s', (text, number, removed) => {
    expect(extractNumber(text)).toEqual({ number, removed })
  })

  test.each(['', 'Grace Okafor', 'tel:', '7'])('%j has no number', (text) => {
    expect(extractNumber(text)).toBeNull()
  })
})

describe('numbers are grouped while typing', () => {
  test.each([
    ['+15550142', 'US', '+1 555 0142'],
    ['+1555014', 'US', '+1 555 014'],
    ['2025550142', 'US', '(202) 555-0142'],
    ['+4930123456', 'US', '+49 30 123456'],
    ['+15550142,,12#', 'US', '+1 555 0142,,12#'],
    ['+1555 0142 ', 'US', '+1 555 0142 '],
    ['+1 555 0142 Durchwahl 1', 'US', '+1 555 0142 ext 1'],
    ['+1 555 0142 Durchwahl', 'US', '+1 555 0142 Durchwahl'],
    ['tel:+15550142;ext=12', 'US', '+1 555 0142 ext 12'],
    ['*100#', 'US', '*100#'],
    ['911', 'US', '911'],
    ['Grace', 'US', 'Grace'],
    ['+', 'US', '+'],
    ['', 'US', ''],
  ])('%s in %s', (input, country, expected) => {
    expect(formatWhileTyping(input, country)).toBe(expected)
  })
})

test('numbers are formatted internationally, also those of the simulated network', () => {
  expect(formatNumber('+15550142')).toBe('+1 555 0142')
  expect(formatNumber('+12025550142')).toBe('+1 202 555 0142')
  expect(formatNumber('+999')).toBe('+999')
})

test('digits can be dialled, names cannot', () => {
  expect(isCallable('+1 555 0142')).toBe(true)
  expect(isCallable('+1 555 0142 ext 12')).toBe(true)
  expect(isCallable('911')).toBe(true)
  expect(isCallable('Grace 2')).toBe(false)
  expect(isCallable('+')).toBe(false)
})
