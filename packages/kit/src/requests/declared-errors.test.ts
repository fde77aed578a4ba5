import { accountEndpoints } from '@parley/contract/account'
import { expect, test } from 'vitest'
import { declaredErrors } from './declared-errors.ts'

/** Errors that the contract declares are returned as values. */
test('the declared errors of each endpoint equal those of the contract', () => {
  const declared = new Map<string, readonly string[]>(
    accountEndpoints.map(({ method, path, errors }) => [`${method} ${path}`, errors]),
  )

  for (const [name, errors] of Object.entries(declaredErrors))
    expect(declared.get(name), name).toEqual(errors)
})
