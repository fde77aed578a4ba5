import { expect, test } from 'vitest'
import { directory } from './directory.ts'
import { indexOfPersonalNumber, personalNumberAt, personalNumberCount } from './personal-numbers.ts'

test('every number is given once, and its place is found again', () => {
  const numbers = Array.from({ length: personalNumberCount }, (_, index) => personalNumberAt(index)!)

  expect(new Set(numbers).size).toBe(personalNumberCount)
  for (const [index, number] of numbers.entries()) expect(indexOfPersonalNumber(number)).toBe(index)
})

/** Guarantee: only numbers are given that belong to nobody in the world. */
test('every number is of the fictitious range', () => {
  for (let index = 0; index < personalNumberCount; index++) {
    expect(personalNumberAt(index)).toMatch(/^\+1([2-9]\d\d)?55501\d\d$/)
  }
})

test('what answers by itself is given to nobody', () => {
  for (const { number } of directory) expect(indexOfPersonalNumber(number)).toBeNull()
})

test('beyond the end, and for anything else, there is none', () => {
  for (const index of [-1, 0.5, personalNumberCount]) expect(personalNumberAt(index)).toBeNull()
  for (const number of ['+15550099', '+12115550100', '+4930123456', '']) {
    expect(indexOfPersonalNumber(number)).toBeNull()
  }
})
