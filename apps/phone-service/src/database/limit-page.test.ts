import { expect, test } from 'vitest'
import { limitPage } from './limit-page.ts'

test('ZR49: a page ends before its notes exceed 256 kB, and has one item at least', () => {
  const items = (count: number, length: number) => Array(count).fill({ notes: 'a'.repeat(length) })

  expect(limitPage(items(201, 0), 200)).toHaveLength(200)
  expect(limitPage(items(201, 20_000), 200)).toHaveLength(13)
  expect(limitPage(items(2, 300_000), 200)).toHaveLength(1)
  expect(limitPage([], 200)).toEqual([])
})
