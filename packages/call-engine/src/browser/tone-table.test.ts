import { expect, test } from 'vitest'
import { keyFrequencies, tonesForCountry } from './tone-table.ts'

test('each digit has its two frequencies of ITU-T Q.23, and other characters have none', () => {
  expect(keyFrequencies('1')).toEqual([697, 1_209])
  expect(keyFrequencies('5')).toEqual([770, 1_336])
  expect(keyFrequencies('#')).toEqual([941, 1_477])
  expect(keyFrequencies('D')).toEqual([941, 1_633])
  for (const other of ['', '12', 'x', ',']) expect(keyFrequencies(other)).toBeNull()
})

test('a country without an entry uses the tones of the United States', () => {
  expect(tonesForCountry('ZZ')).toBe(tonesForCountry('US'))
  expect(tonesForCountry('DE').busy.frequenciesHz).toEqual([425])
})
