import { expect, test, vi } from 'vitest'
import { buildSearchPatterns, buildSearchText } from './search-text.ts'

test('a search finds words in any order, without accents, and short fields without their spaces', () => {
  expect(buildSearchText(['Zoë Müller', '+49 30 123'])).toBe(' zoe muller 49 30 123 \nzoemuller\n4930123\n')
  expect(buildSearchPatterns('MUL zoë')).toEqual({ words: ['%mul%', '%zoe%'], joined: '%mulzoe%' })
})

test('ZR28: the text of a field and the words of a search are bounded', () => {
  const text = buildSearchText([`${'a'.repeat(10_000)} ${'again '.repeat(1_000)}`])
  const patterns = buildSearchPatterns(Array.from({ length: 100 }, () => 'b'.repeat(100)).join(' '))

  expect(text).toBe(` ${'a'.repeat(64)} again \n\n`)
  expect(patterns?.words).toEqual(Array.from({ length: 10 }, () => `%${'b'.repeat(64)}%`))
  expect(patterns?.joined).toBe(`%${'b'.repeat(64)}%`)
})

test('ZR29: a text is normalised without its combining marks, which would take time with the square of their number', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const marks = `a${'\u0345'.repeat(8_000)}${'\u0301'.repeat(8_000)}${'\u0323'.repeat(3_999)}`
  const text = buildSearchText([marks])
  const normalized = normalize.mock.contexts.map(String)
  normalize.mockRestore()

  expect(normalized).toEqual(['a'])
  expect(text).toBe(' a \na\n')
})

test('ZR29: characters that become many are bounded too', () => {
  expect(buildSearchText(['\ufdfa'.repeat(20_000)]).length).toBeLessThan(21_000)
})
