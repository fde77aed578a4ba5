import { expect, test } from 'vitest'
import { parseAnswer } from './parse-answer.ts'

const topics = { key: 'topics', label: 'Topics', type: 'list' as const, description: '', choices: [] }
const facts = { lines: [], participants: [], outputFields: [topics] }

function countIssues(value: unknown): number {
  const parsed = parseAnswer(value, facts)
  return 'problems' in parsed ? parsed.problems.split('\n').length : 0
}

/** Guarantee (ZR813): the answer of a model, which anyone may run, costs no more than reading it. */
test('ZR813: the elements of a list that is too long are not examined', () => {
  let examined = 0
  const element = new Proxy(
    {},
    {
      get: () => {
        examined += 1
        return undefined
      },
    },
  )
  const elements = Array.from({ length: 10_000 }, () => element)

  expect(countIssues({ summary: elements, actionItems: [], fields: {} })).toBe(1)
  expect(countIssues({ summary: [], actionItems: elements, fields: {} })).toBe(1)
  const withField = { summary: [], actionItems: [], fields: { topics: elements } }
  expect(parseAnswer(withField, facts)).toMatchObject({
    fields: [{ key: 'topics', value: null, isInvalid: true }],
  })
  expect(examined).toBe(0)
})
