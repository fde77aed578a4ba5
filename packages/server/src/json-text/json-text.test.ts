import { expect, test, vi } from 'vitest'
import { JsonText, serializeJson } from './json-text.ts'

const stored = '{"b": [1, "\\"x\\""], "a": {"$&": null}}'

test('stored JSON is sent as it is stored, without being parsed', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const text = serializeJson({
    items: [{ metadata: new JsonText(stored), name: 'Ada' }, new JsonText('null')],
  })

  expect(parse).not.toHaveBeenCalled()
  expect(text).toBe(`{"items":[{"metadata":${stored},"name":"Ada"},null]}`)
})

test('a value without stored JSON is serialized as usual', () => {
  expect(serializeJson({ a: [undefined, 'x'], b: undefined })).toBe('{"a":[null,"x"]}')
})

test('stored JSON is a value for other serializations', () => {
  expect(JSON.stringify({ metadata: new JsonText(stored) }, null, 1)).toBe(
    JSON.stringify({ metadata: JSON.parse(stored) }, null, 1),
  )
})
