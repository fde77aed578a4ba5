import { accountEndpoints } from '@parley/contract/account'
import { expect, test } from 'vitest'
import { declaredErrors } from './declared-errors.ts'

/** Guarantee: an error that the contract declares reaches its caller as a value. */
test('the kit expects of each endpoint exactly the errors that the contract declares', () => {
  const declared = new Map<string, readonly string[]>(
    accountEndpoints.map(({ method, path, errors }) => [`${method} ${path}`, errors]),
  )

  for (const [name, errors] of Object.entries(declaredErrors))
    expect(declared.get(name), name).toEqual(errors)
})
