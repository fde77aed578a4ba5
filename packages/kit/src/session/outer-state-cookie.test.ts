import { expect, test } from 'vitest'
import { storeOuterState, takeOuterState } from './outer-state-cookie.ts'

/** Guarantee (UA14): only this origin can store the state of an authorization request. */
test('UA14: on a secure page, the state of another origin completes no authorization request', () => {
  const tossed = { cookie: 'stack-oauth-outer-s=verifier of a stranger' }
  const own = { cookie: '' }

  storeOuterState('s', 'verifier', own, () => true)

  expect(takeOuterState('s', tossed, () => true)).toBeNull()
  expect(own.cookie).toMatch(/^__Host-stack-oauth-outer-s=verifier; Path=\/; .*; Secure$/)
  expect(takeOuterState('s', { cookie: '__Host-stack-oauth-outer-s=verifier' }, () => true)).toBe('verifier')
})
