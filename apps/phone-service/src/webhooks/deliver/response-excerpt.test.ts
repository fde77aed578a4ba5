import { expect, test } from 'vitest'
import { toExcerpt } from './response-excerpt.ts'

test('the beginning of a response is stored as text that JSON of PostgreSQL can have', () => {
  const excerpt = toExcerpt(`${'x'.repeat(298)}\0\u{1f600}${'y'.repeat(10_000)}`)

  expect(excerpt).toMatch(/^x{298}/)
  expect(excerpt.isWellFormed()).toBe(true)
  expect(excerpt).not.toContain('\0')
  expect(excerpt.length).toBeLessThanOrEqual(300)
})
