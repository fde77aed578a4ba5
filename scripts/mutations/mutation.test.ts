import { expect, test } from 'vitest'
import { applyMutation, findProblem, type Mutation } from './mutation.ts'

const mutation: Mutation = {
  removes: 'the check of the amount',
  file: 'a.ts',
  find: 'if (amount < 0) throw',
  replace: 'if (false) throw',
  tests: ['a.test.ts'],
}

test('a mutation is applied where its text occurs once, and `$` in it stays as it is', () => {
  expect(applyMutation('x\nif (amount < 0) throw y', { ...mutation, replace: '$& $1' })).toBe('x\n$& $1 y')
})

test.each(['', 'if (amount < 0) throw; if (amount < 0) throw'])(
  'text that does not occur exactly once is rejected',
  (text) => {
    expect(() => applyMutation(text, mutation)).toThrow('a.ts contains')
  },
)

test('a mutation that survives is a problem, unless it is listed with its reason', () => {
  expect(findProblem(mutation, { kind: 'survived' })).toContain('survived: the check of the amount')
  expect(findProblem({ ...mutation, survives: 'equivalent' }, { kind: 'survived' })).toBeNull()
})

test('a mutation that is killed is expected, and a problem when it is listed as a survivor', () => {
  expect(findProblem(mutation, { kind: 'killed', test: 't' })).toBeNull()
  expect(findProblem({ ...mutation, survives: 'equivalent' }, { kind: 'killed', test: 't' })).toContain(
    'killed',
  )
})

test('a mutation that no longer fits its file, or whose run was interrupted, is a problem', () => {
  expect(findProblem(mutation, { kind: 'not-applicable', reason: 'r' })).toContain('cannot be applied')
  expect(findProblem(mutation, { kind: 'broken', output: 'o' })).toContain('broke off')
})
