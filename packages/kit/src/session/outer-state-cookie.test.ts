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

test('the cookie of an authorization request lives 3600 s, in secure contexts only where there is one', () => {
  const written: string[] = []
  const page = {
    get cookie() {
      return ''
    },
    set cookie(text: string) {
      written.push(text)
    },
  }

  storeOuterState('state', 'verifier', page, () => true)
  storeOuterState('state', 'verifier', page, () => false)

  expect(written.map((text) => text.split(/;\s*/))).toEqual([
    expect.arrayContaining(['__Host-stack-oauth-outer-state=verifier', 'Max-Age=3600', 'Secure']),
    expect.arrayContaining(['stack-oauth-outer-state=verifier', 'Max-Age=3600']),
  ])
})
