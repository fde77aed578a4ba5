import { expect, test } from 'vitest'
import { type ComparedLine, compareTexts } from './compare-texts.ts'
import { foldLines } from './fold-lines.ts'

const signs = { same: ' ', removed: '-', added: '+' }

/** Writes a comparison as text, with changed words in brackets. */
function write(lines: readonly ComparedLine[]): string[] {
  return lines.map(
    ({ kind, parts }) =>
      signs[kind] + parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
  )
}

/** Returns the text before or after a comparison. */
function join(lines: readonly ComparedLine[], left: ComparedLine['kind']): string {
  return lines
    .filter(({ kind }) => kind !== left)
    .map(({ parts }) => parts.map(({ text }) => text).join(''))
    .join('\n')
}

test('changed lines are compared word by word, and others are added or removed', () => {
  const before = 'You read a call.\nPeople: {{participants}}\n\nBe short.\nOld last line'
  const after = 'You read the transcript of a call.\nPeople: {{participants}}\nBe short.\n次の行'

  expect(write(compareTexts(before, after))).toEqual([
    '-You read a call.',
    '+You read [the transcript of ]a call.',
    ' People: {{participants}}',
    '-',
    ' Be short.',
    '-Old last line',
    '+次の行',
  ])
})

test('equal texts have no differences, also with other line ends, and an empty text has no lines', () => {
  expect(write(compareTexts('a\r\nb', 'a\nb'))).toEqual([' a', ' b'])
  expect(write(compareTexts('', 'a'))).toEqual(['+a'])
  expect(write(compareTexts('a', ''))).toEqual(['-a'])
  expect(compareTexts('', '')).toEqual([])
})

const letters = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(97 + ((at * at * seed + at) % 26)))

/** Guarantee: a comparison ends, and shows both texts completely, also of the largest ones. */
test.each([
  ['lines', letters(3, 10_000).join('\n'), letters(7, 10_000).join('\n')],
  ['words', letters(3, 10_000).join(' '), letters(7, 10_000).join(' ')],
  ['one word', 'x'.repeat(20_000), 'y'.repeat(20_000)],
  ['pairs of lines', 'a b\nz\n'.repeat(3_333), 'a c\nz\n'.repeat(3_333)],
])('ZR770: texts of 20,000 characters in %s are compared with bounded work', (_, before, after) => {
  const lines = compareTexts(before, after)

  expect(join(lines, 'added')).toBe(before)
  expect(join(lines, 'removed')).toBe(after)
})

test('unchanged lines far from a change are folded until they are shown', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`)
  const lines = compareTexts(before.join('\n'), before.with(10, 'changed').join('\n'))
  const describe = (unfolded: readonly number[]) =>
    foldLines(lines, unfolded).map((row) => (row.kind === 'folded' ? row.count : row.index))

  expect(describe([])).toEqual([8, 8, 9, 10, 11, 12, 13, 7])
  expect(describe([0]).slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(foldLines(compareTexts('a', 'a'), [])).toHaveLength(1)
})
