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

test('ZR45: JSON of more levels than a value and its body have is rejected before it is parsed', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
  expect(() => json(nested(264))).not.toThrow()
  expect(() => json(nested(266))).toThrow('The body is nested too deeply.')
  expect(() => json('['.repeat(31_000))).toThrow('The body is nested too deeply.')
  // Levels that were closed, and brackets in strings, are not counted.
  expect(() => json(`[${'[],{},"[[",'.repeat(1_000)}1]`)).not.toThrow()
})

test('ZR4: a form has at most 1,000 parameters', () => {
  const form = (count: number) =>
    readBody('application/x-www-form-urlencoded', Buffer.from('a=1&'.repeat(count - 1)))
  expect(form(1_000)).toEqual({ a: '1' })
  expect(() => form(1_001)).toThrow('The body has too many parameters.')
})
