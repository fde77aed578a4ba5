import { expect, test } from 'vitest'
import { createTotpSecret, encodeBase32, toOtpAuthUri } from './totp-secret.ts'

const toBytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j has the Base32 of RFC 4648, section 10', (text, expected) => {
  expect(encodeBase32(toBytes(text))).toBe(expected)
})

test('the URI names the project and the account', () => {
  expect(toOtpAuthUri(toBytes('foobar'), { issuer: 'Kestrel & Co', account: 'ada@example.com' })).toBe(
    'otpauth://totp/Kestrel%20%26%20Co:ada%40example.com?secret=MZXW6YTBOI&issuer=Kestrel%20%26%20Co',
  )
})

test('each secret has 160 random bits', () => {
  const secrets = Array.from({ length: 20 }, () => encodeBase32(createTotpSecret()))

  expect(new Set(secrets).size).toBe(20)
  expect(new Set(secrets.map(({ length }) => length))).toEqual(new Set([32]))
})
