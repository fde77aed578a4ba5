import { expect, test } from 'vitest'
import { findNameMisfit, listTitles, matchesTitle } from './test-titles.ts'

const source = `
describe('a call', () => {
  test('OP1: is recorded', () => {})
  test.each([['ada', 1], ['grace', 2]])('rings for %s', () => {})
  test.each(Object.entries(columns))('covers the column %s and no other', () => {})
  describe.skipIf(isRoot)('as root', () => it(\`ends within \${limit} s\`, () => {}))
})
`

test('titles include their groups and the texts of their tables', () => {
  expect(listTitles(source)).toEqual(
    expect.arrayContaining([
      'a call OP1: is recorded',
      'a call rings for ada',
      'a call rings for grace',
      'a call covers the column \0 and no other',
      'a call as root ends within \0 s',
    ]),
  )
})

test.each([
  ['OP1', true],
  ['rings for grace', true],
  ['column details', true],
  ['and no other', true],
  ['OP2', false],
  ['rings for linus', false],
  ['column', true],
  ['another column', false],
])('the name %j selects a test: %s', (name, expected) => {
  expect(listTitles(source).some((title) => matchesTitle(name, title))).toBe(expected)
})

test('a mutation whose name is that of no test is reported', () => {
  const mutation = {
    removes: 'the check',
    file: 'a.ts',
    find: 'a',
    replace: 'b',
    tests: ['scripts/mutations/test-titles.test.ts'],
  } as const

  expect(findNameMisfit(mutation)).toBeNull()
  expect(findNameMisfit({ ...mutation, name: 'is reported' })).toBeNull()
  expect(findNameMisfit({ ...mutation, name: ['no', 'such', 'test'].join(' ') })).toContain(
    'is named: no such test',
  )
  expect(findNameMisfit({ ...mutation, tests: ['scripts/mutations'], name: 'whose name is that' })).toBeNull()
})
