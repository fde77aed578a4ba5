import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const json = (text: string) => readBody('application/json', Buffer.from(text))
const createKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join()}}`

test('ZR4: JSON with too many keys or values is rejected before it is parsed', () => {
  expect(() => json(createKeys(32_768))).not.toThrow()
  expect(() => json(createKeys(32_769))).toThrow('The body has too many values.')
  expect(() => json(`[${'1,'.repeat(262_145)}1]`)).toThrow('The body has too many values.')
  // It is rejected for the number of keys, although the end of the text is not JSON.
  expect(() => json(`${createKeys(32_769)}}`)).toThrow('The body has too many values.')
})

test('ZR4: punctuation in strings is not counted', () => {
  const text = `${':,'.repeat(300_000)}"\\`
  expect(json(JSON.stringify({ text }))).toEqual({ text })
})

test('ZR4: a form has at most 1,000 parameters', () => {
  const form = (count: number) =>
    readBody('application/x-www-form-urlencoded', Buffer.from('a=1&'.repeat(count - 1)))
  expect(form(1_000)).toEqual({ a: '1' })
  expect(() => form(1_001)).toThrow('The body has too many parameters.')
})
