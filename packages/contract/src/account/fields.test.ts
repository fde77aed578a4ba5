import { expect, test } from 'vitest'
import { email } from './fields.ts'

test('ZR29: a long e-mail address is rejected before it is normalised', () => {
  const { error } = email.safeParse('\u0301'.repeat(400))

  // A check after the normalisation would add another issue.
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})

test('an e-mail address is normalised', () => {
  expect(email.parse(' Ａda@Example.COM ')).toBe('ada@example.com')
})
