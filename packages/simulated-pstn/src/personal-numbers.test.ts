import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { directory } from './directory.ts'
import { indexOfPersonalNumber, personalNumberAt, personalNumberCount } from './personal-numbers.ts'

test('every number is unique and maps back to its index', () => {
  const numbers = Array.from({ length: personalNumberCount }, (_, index) =>
    required(personalNumberAt(index), 'the personal number'),
  )

  expect(new Set(numbers).size).toBe(personalNumberCount)
  for (const [index, number] of numbers.entries()) expect(indexOfPersonalNumber(number)).toBe(index)
})

/** Guarantee: personal numbers are reserved for fictional use. */
test('every number is in the fictional range', () => {
  for (let index = 0; index < personalNumberCount; index++) {
    expect(personalNumberAt(index)).toMatch(/^\+1([2-9]\d\d)?55501\d\d$/)
  }
})

test('test numbers are not personal numbers', () => {
  for (const { number } of directory) expect(indexOfPersonalNumber(number)).toBeNull()
})

test('an index out of range and any other number return null', () => {
  for (const index of [-1, 0.5, personalNumberCount]) expect(personalNumberAt(index)).toBeNull()
  for (const number of ['+15550099', '+12115550100', '+4930123456', '']) {
    expect(indexOfPersonalNumber(number)).toBeNull()
  }
})
