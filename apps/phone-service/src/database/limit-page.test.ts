import { expect, test } from 'vitest'
import { limitPage } from './limit-page.ts'

test('ZR49: a page ends before its notes exceed 256 kB, and has one item at least', () => {
  const limit = (count: number, length: number) =>
    limitPage(Array<number>(count).fill(length), 200, (characters) => characters)

  expect(limit(201, 0)).toHaveLength(200)
  expect(limit(201, 20_000)).toHaveLength(13)
  expect(limit(2, 300_000)).toHaveLength(1)
  expect(limit(0, 0)).toEqual([])
})
