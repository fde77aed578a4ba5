import { expect, test } from 'vitest'
import { createSecrets, hashToken, randomToken } from './secrets.ts'

const secret = 'a server secret of more than thirty-two characters'

/**
 * Guarantee (SE2): a stored secret can be decrypted only with the server's secret and for its own purpose.
 */
test('a sealed value can be opened only unmodified, with the same secret and for the same purpose', () => {
  const secrets = createSecrets(secret)
  const sealed = secrets.seal('hunter2', 'trunk password')

  expect(secrets.open(sealed, 'trunk password')).toBe('hunter2')
  expect(sealed).not.toContain('hunter2')
  expect(secrets.seal('hunter2', 'trunk password')).not.toBe(sealed)
  expect(() => secrets.open(sealed, 'smtp password')).toThrow()
  expect(() => createSecrets(`${secret}!`).open(sealed, 'trunk password')).toThrow('another PARLEY_SECRET')
  const [keyId, nonce, ciphertext = '', tag] = sealed.split('.')
  const changed = `${ciphertext[0] === 'A' ? 'B' : 'A'}${ciphertext.slice(1)}`
  expect(() => secrets.open([keyId, nonce, changed, tag].join('.'), 'trunk password')).toThrow()
})

test('a secret that is too short is rejected with the name of its setting', () => {
  expect(() => createSecrets('short')).toThrow('PARLEY_SECRET')
})

test('tokens are unique and stored as a hash', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, () => randomToken(45)))

  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
  expect(hashToken('a')).toMatch(/^[0-9a-f]{64}$/)
})
