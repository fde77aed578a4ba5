import { expect, test } from 'vitest'
import { serializeDisposition } from './content-disposition.ts'

test.each([
  ['2026-11-23 14.05 Grace Hopper', 'filename="2026-11-23 14.05 Grace Hopper.wav"'],
  ['Élodie’s call', `filename="Elodies call.wav"; filename*=UTF-8''%C3%89lodie%E2%80%99s%20call.wav`],
  ['李 (Berlin)', `filename="(Berlin).wav"; filename*=UTF-8''%E6%9D%8E%20%28Berlin%29.wav`],
  ['李', `filename="recording.wav"; filename*=UTF-8''%E6%9D%8E.wav`],
  ['', 'filename="recording.wav"'],
])('a download that asks for the name “%s” gets it', (name, parameters) => {
  expect(serializeDisposition('attachment', name)).toBe(`attachment; ${parameters}`)
})

/** Guarantee: a name never adds header fields, parameters or folders, and never hides the type of a file. */
test.each([
  ['a"; filename="b.exe', 'a filename= b.exe'],
  ['a\r\nset-cookie: b', 'a set-cookie b'],
  ['../../../etc/passwd', 'etc passwd'],
  ['..', 'recording'],
  ['gnp\u202Evaw', 'gnp vaw'],
  ['C:\\call', 'C call'],
  ['-rf', 'rf'],
  ['$(id)`id`', '(id) id'],
])('the name “%s” is safe', (name, safe) => {
  expect(serializeDisposition('inline', name)).toBe(`inline; filename="${safe}.wav"`)
})

test('a name is short, and may contain half a surrogate pair', () => {
  expect(serializeDisposition('inline', 'x'.repeat(500))).toBe(`inline; filename="${'x'.repeat(120)}.wav"`)
  expect(() => serializeDisposition('inline', 'a\uD800')).not.toThrow()
})
