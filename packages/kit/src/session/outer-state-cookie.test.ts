import { expect, test } from 'vitest'
import { storeOuterState } from './outer-state-cookie.ts'

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
