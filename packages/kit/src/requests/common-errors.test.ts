import { commonErrors as contractErrors } from '@parley/contract/account'
import { expect, test } from 'vitest'
import { commonErrors } from './common-errors.ts'

test('the common errors are those of the contract', () => {
  expect([...commonErrors]).toEqual([...contractErrors, 'UNSUPPORTED_ERROR'])
})
