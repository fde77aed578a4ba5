import { expect, test } from 'vitest'
import { createDrafts, hasWrongNumber, toExpected } from './expected-draft.ts'

const field = (key: string, type: 'text' | 'number' | 'boolean' | 'choice' | 'list') => ({
  key,
  label: key,
  type,
  description: '',
  choices: type === 'choice' ? ['Yes', 'No'] : [],
})
const value = (key: string, type: 'text' | 'number' | 'boolean' | 'choice' | 'list', answered: never) => ({
  key,
  label: key,
  type,
  value: answered,
  isInvalid: false,
})

test('a new reference call suggests the values of the result, and compares those that a model repeats', () => {
  const drafts = createDrafts({
    fields: [field('a', 'text'), field('b', 'number'), field('c', 'boolean'), field('d', 'list')],
    suggested: [
      value('a', 'text', 'Hello' as never),
      value('b', 'number', 3 as never),
      value('c', 'boolean', false as never),
      value('d', 'list', ['x', 'y'] as never),
    ],
    expected: null,
  })
  expect(toExpected(drafts)).toEqual([
    { key: 'b', value: 3 },
    { key: 'c', value: false },
  ])
  expect(toExpected(drafts.map((draft) => ({ ...draft, isCompared: true })))).toEqual([
    { key: 'a', value: 'Hello' },
    { key: 'b', value: 3 },
    { key: 'c', value: false },
    { key: 'd', value: ['x', 'y'] },
  ])
})

test('expected values stay, also those of fields that the prompt does not have any more', () => {
  const expected = [
    { key: 'a', value: null },
    { key: 'gone', value: ['x'] },
  ]
  const drafts = createDrafts({
    fields: [field('a', 'choice'), field('b', 'number')],
    suggested: [value('a', 'choice', 'Yes' as never)],
    expected,
  })
  expect(toExpected(drafts)).toEqual(expected)
  const numbers = drafts.map((draft) => ({ ...draft, isCompared: true, text: '1,5' }))
  expect(numbers.map(hasWrongNumber)).toEqual([false, true, false])
})
