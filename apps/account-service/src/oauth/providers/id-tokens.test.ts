import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { setUpAccountService, startAccountService } from '../../testing.ts'
import { createApplication } from './testing/application.ts'
import { type IssuerOverrides, signIdToken, startMaliciousIssuer } from './testing/malicious-issuer.ts'

const service = setUpAccountService({
  options: { internalSignUp: true, outboundNetworks: ['127.0.0.0/8'] },
})

/** Runs the flow with an issuer with these overrides and returns the result. */
async function completeSignIn(overrides: Parameters<typeof startMaliciousIssuer>[0]) {
  await using issuer = await startMaliciousIssuer(overrides)
  const app = await createApplication(service(), { issuers: { acme: issuer.issuer } })
  return await app.go('acme', null)
}

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const foreignKeyPair = await generateKeyPair('RS256', { extractable: true })
const unsigned = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), '']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

test('a valid ID token signs the user in', async () => {
  const { url } = await completeSignIn({})

  expect([url.host, url.searchParams.get('code')]).toEqual(['app.example.com', expect.any(String)])
})

/**
 * Guarantee (LK2): an ID token must be issued by this issuer, for this client, for this sign-in, and be valid
 * now.
 */
test.each<[string, IssuerOverrides]>([
  ['another issuer', { claims: { iss: 'https://evil.example.com' } }],
  ['no issuer', { claims: { iss: undefined } }],
  ['another audience', { claims: { aud: 'another user' } }],
  ['several audiences without an authorised party', { claims: { aud: ['parley', 'another user'] } }],
  ['another authorised party', { claims: { azp: 'another user' } }],
  ['several audiences and another party', { claims: { aud: ['parley', 'x'], azp: 'x' } }],
  ['an expired token', { claims: { exp: secondsFromNow(-60) } }],
  ['no expiry', { claims: { exp: undefined } }],
  ['a start in the future', { claims: { nbf: secondsFromNow(3_600) } }],
  ['another nonce', { claims: { nonce: 'of another user' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['no subject', { claims: { sub: undefined } }],
  ['a foreign key', { idToken: (claims) => signIdToken(claims, foreignKeyPair.privateKey) }],
  ['no signature', { idToken: async (claims) => unsigned(claims) }],
  [
    'no signature, where the issuer says that this is fine',
    {
      metadata: { id_token_signing_alg_values_supported: ['none', 'RS256'] },
      idToken: async (claims) => unsigned(claims),
    },
  ],
  [
    'a signature by our own secret',
    {
      metadata: { id_token_signing_alg_values_supported: ['HS256', 'RS256'] },
      idToken: (claims) =>
        signIdToken(claims, Buffer.from('a secret that both of us know'.padEnd(32)), { alg: 'HS256' }),
    },
  ],
  ['a key that is not among those of the issuer', { keys: [] }],
  [
    'the key set of another issuer',
    { keys: [{ ...(await exportJWK(foreignKeyPair.publicKey)), kid: 'own', alg: 'RS256' }] },
  ],
  ['no ID token at all', { idToken: async () => '' }],
  ['what is no token', { idToken: async () => 'a.b.c' }],
  ['metadata of another issuer', { metadata: { issuer: 'https://evil.example.com' } }],
  ['metadata without keys', { metadata: { jwks_uri: undefined } }],
  ['keys at an address that is none', { metadata: { jwks_uri: 'javascript:alert(1)' } }],
  [
    'an authorization endpoint that runs something',
    { metadata: { authorization_endpoint: 'javascript:alert(1)' } },
  ],
])('LK2: %s is rejected', async (_what, overrides) => {
  const { url, status, headers, text } = await completeSignIn(overrides)

  expect(url.host).toBe('accounts.example.com')
  expect([status, headers.get('location'), headers.get('x-stack-known-error')]).toEqual([400, null, null])
  expect(text).toMatch(/^[A-Z].*\.$/)
})

/** Guarantee (ZR596): nothing that an issuer or a client sends is an internal error. */
test.each([
  ['scopes that are no list', { scopes_supported: 5 }],
  ['scopes that are no text', { scopes_supported: [{}] }],
  ['methods that are no list', { token_endpoint_auth_methods_supported: {} }],
  ['an endpoint that is no text', { token_endpoint: 5 }],
])('ZR596: metadata with %s is rejected', async (_what, metadata) => {
  const { status, text } = await completeSignIn({ metadata })

  expect([status, text]).toEqual([400, expect.stringMatching(/sign-in provider/)])
})

test('ZR596: scopes that the database cannot store are rejected when the sign-in starts', async () => {
  await using issuer = await startMaliciousIssuer({})
  const app = await createApplication(service(), { issuers: { acme: issuer.issuer } })
  const url = app
    .authorizeUrl('acme', { provider_scope: 'mail\0' })
    .replace('http://accounts.example.com', service().origin)
  const response = await fetch(url, { redirect: 'manual' })

  expect([response.status, response.headers.get('x-stack-known-error')]).toEqual([400, 'SCHEMA_ERROR'])
})

/** Guarantee (LK2): userinfo of another subject is rejected. */
test('LK2: rejects a userinfo response for another subject', async () => {
  const { status } = await completeSignIn((issuer) => ({
    metadata: { userinfo_endpoint: `${issuer}/userinfo` },
    userInfo: { sub: 'another user', email: 'grace@example.com', email_verified: true },
  }))

  expect(status).toBe(400)
})

/** Guarantee (LK6): a project owner cannot make the server contact private networks (SSRF). */
test.each([
  ['an issuer on this machine', '127.0.0.1'],
  ['a metadata service', '169.254.169.254'],
  ['a private network', '10.0.0.1'],
  ['this machine by name', 'localhost'],
])('LK6: %s is not contacted unless the operator allows it', async (_what, host) => {
  // Allows one unrelated network, so that plain HTTP is permitted.
  await using guarded = await startAccountService({
    options: { internalSignUp: true, outboundNetworks: ['192.0.2.0/24'] },
  })
  await using issuer = await startMaliciousIssuer()
  const { port } = new URL(issuer.issuer)
  for (const address of [`http://${host}:${port}`, `https://${host}:${port}`]) {
    const app = await createApplication(guarded, { issuers: { acme: address } })
    const { status, text } = await app.go('acme', null)
    expect([status, text]).toEqual([400, expect.stringContaining('discovery of the sign-in provider failed')])
  }
  expect(issuer.countRequests()).toBe(0)
})

/** Guarantee (LK6): endpoints from discovery are checked like the issuer itself. */
test.each(['jwks_uri', 'token_endpoint'])(
  'LK6: %s in a private network is not contacted',
  async (endpoint) => {
    const { status, url } = await completeSignIn({ metadata: { [endpoint]: 'http://10.255.255.1:9/x' } })

    expect([status, url.host]).toEqual([400, 'accounts.example.com'])
  },
)
