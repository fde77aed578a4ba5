import { expect, test } from 'vitest'
import { buildLines } from './build-lines.ts'

const spans = [
  { startMs: 1_000, endMs: 3_000 },
  { startMs: 60_000, endMs: 70_000 },
]
const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 300 })

test('a segment that continues after a pause is two lines, with the punctuation of its text', () => {
  const segment = {
    startMs: 0,
    endMs: 3_100,
    text: 'Good morning. How are you?',
    words: [
      word('Good', 0),
      word('morning', 400),
      word('How', 2_400),
      word('are', 2_700),
      word('you', 3_000),
    ],
  }

  expect(buildLines([segment], spans)).toMatchObject([
    { text: 'Good morning.', startMs: 1_000, endMs: 1_700, words: [{ text: 'Good' }, { startMs: 1_400 }] },
    { text: 'How are you?', startMs: 60_000, endMs: 60_900 },
  ])
})

test.each([
  ['without words', []],
  ['whose words are not in its text', [word('Hello', 0)]],
])('a segment %s has its own times', (_, words) => {
  const segment = { startMs: 200, endMs: 2_500, text: 'Good morning.', words }
  expect(buildLines([segment], spans)).toEqual([
    { text: 'Good morning.', startMs: 1_200, endMs: 60_100, words: [] },
  ])
})

test('a long text is divided at spaces, in proportion to its length', () => {
  const text = 'word '.repeat(500).trim()
  const lines = buildLines([{ startMs: 0, endMs: 2_000, text, words: [] }], spans)

  expect(lines.map((line) => line.text).join(' ')).toBe(text)
  expect(lines.every((line) => line.text.length <= 1_000)).toBe(true)
  expect(lines.map(({ startMs }) => startMs)).toEqual(
    lines.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
  )
  expect(lines.at(-1)?.endMs).toBe(3_000)
})
