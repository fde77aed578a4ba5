import { expect, test } from 'vitest'
import { parseTranscription } from './parse-transcription.ts'

const segment = (text: string, start = 0, end = 1) => ({ start, end, text })
const parse = (body: unknown) => parseTranscription(body, 10_000)

test('words are those of the segment in which their middle is, and the language is returned', () => {
  const words = [
    { word: ' Good', start: 0, end: 0.4 },
    { word: 'night', start: 1.01, end: 1.4 },
  ]
  expect(parse({ language: 'en', segments: [segment(' Good '), segment('night', 1, 2)], words })).toEqual({
    language: 'en',
    segments: [
      { startMs: 0, endMs: 1_000, text: 'Good', words: [{ text: 'Good', startMs: 0, endMs: 400 }] },
      {
        startMs: 1_000,
        endMs: 2_000,
        text: 'night',
        words: [{ text: 'night', startMs: 1_010, endMs: 1_400 }],
      },
    ],
  })
  const ofSegment = { ...segment('Hi'), words: [{ word: 'Hi', start: 0.5, end: 0.7 }] }
  expect(parse({ segments: [ofSegment], words: null }).segments[0]?.words).toHaveLength(1)
})

test('responses without segments, words or language are used as far as they go', () => {
  const whole = { startMs: 0, endMs: 10_000, text: 'Hi', words: [] }
  expect(parse({ text: ' Hi ' })).toEqual({ language: null, segments: [whole] })
  expect(parse({ text: '', segments: [] })).toEqual({ language: null, segments: [] })
  expect(parse({ words: [{ word: 'Hi', start: 2, end: 3 }] }).segments).toMatchObject([
    { text: 'Hi', startMs: 2_000, endMs: 3_000 },
  ])
})

test('times outside of the audio are cut, and segments outside of it omitted', () => {
  const { segments } = parse({
    segments: [segment('later', 9, 99), segment('first', -5, 1), segment('Thanks for watching', 30, 31)],
  })
  expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['first', 0, 1_000],
    ['later', 9_000, 10_000],
  ])
  const words = [{ word: 'Hi', start: -9, end: 99 }]
  expect(parse({ segments: [segment('Hi', 0, 99)], words }).segments).toEqual([
    { startMs: 0, endMs: 10_000, text: 'Hi', words: [] },
  ])
})

/** Guarantee (ZR757): a provider can neither fill the database nor break a page or a query with its text. */
test.each([
  ['null', null],
  ['a text', 'Good morning.'],
  ['nothing', {}],
  ['times in words', { segments: [{ start: 'zero', end: 1, text: 'x' }] }],
  ['times beyond numbers', JSON.parse('{"segments":[{"start":1e999,"end":1,"text":"x"}]}')],
  ['text alone outside', { segments: [segment('x', 50, 60)] }],
  ['more text than anyone says', { text: 'x'.repeat(4_000) }],
  ['more segments than fit', { segments: Array.from({ length: 5_001 }, () => segment('')) }],
])('ZR757: %s is an unexpected response', (_, body) => {
  expect(() => parse(body)).toThrow('unexpected-response')
})

test('ZR757: control characters, broken surrogates and characters that reorder text are removed', () => {
  const [found] = parse({ text: 'a\u0000b\u202ec\ud800\n\n d' }).segments
  expect(found?.text).toBe('a bc\ufffd d')
})

const word = (text: string, start: number, end = start + 0.1) => ({ word: text, start, end })

test('ZR820: words of overlapping segments are those of one segment', () => {
  const { segments } = parse({
    segments: [segment('a', 0, 9), segment('b', 1, 2), segment('c', 8, 10), segment('d', 3, 2)],
    words: [word('c', 9.5), word('a', 0.1), word('b', 1.5), word('d', 8.5)],
  })
  expect(segments.map(({ text, words }) => [text, words.map((each) => each.text).join('')])).toEqual([
    ['a', 'abd'],
    ['b', ''],
    ['c', 'c'],
  ])
})

/** Guarantee (ZR820): no response of a provider takes memory or time beyond its size. */
test('ZR820: words in many segments at the same time are stored once', () => {
  const body = { segments: Array(2_000).fill(segment('a')), words: Array(2_500).fill(word('a', 0.5)) }
  expect(parse(body).segments.flatMap(({ words }) => words)).toHaveLength(2_500)
})

test.each([
  ['words', { text: 'a', words: Array(2_601).fill(word('', 0)) }],
  ['wrong words', { text: 'a', words: Array(2_601).fill(0) }],
  ['words of segments', { segments: Array(2_601).fill({ ...segment('a'), words: [word('a', 0)] }) }],
  ['wrong segments', { segments: Array(5_001).fill(0) }],
  ['characters in words', { text: 'a', words: Array(3).fill(word('x'.repeat(1_000), 0)) }],
])('ZR820: more %s than the audio has are an unexpected response, and not validated', (_, body) => {
  expect(() => parse(body)).toThrow('unexpected-response')
})
