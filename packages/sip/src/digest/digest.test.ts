import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { createRequest } from '../testing/transaction-fixture.ts'
import { DigestClient } from './client.ts'
import { digestResponse, hashA1 } from './hash.ts'
import { createDigestServer, type DigestServerOptions } from './server.ts'

const realm = 'example.com'
const peer = { protocol: 'udp', address: '192.0.2.2', port: 5060 } as const
const requestUri = 'sip:ada@192.0.2.2'

/** A server with the user `ada`, whose password is `secret`. */
function createServer(options: Partial<DigestServerOptions> = {}) {
  const server = createDigestServer({ realm, ...options })
  return {
    check(authorization: string | readonly string[], method = 'REGISTER') {
      const request = createRequest(method)
      for (const value of [authorization].flat()) request.headers.append('Authorization', value)
      return server.check(request, (name) => (name === 'ada' ? 'secret' : null))
    },
    async challenge() {
      const result = await this.check([])
      if (result.ok) throw new Error('A request without credentials was accepted.')
      return result.challenge
    },
  }
}

function authorize(
  challenge: readonly string[],
  { username = 'ada', password = 'secret', method = 'REGISTER', uri = requestUri } = {},
): string {
  const value = new DigestClient({ username, password }, () => true).authorize(
    peer,
    challenge,
    method,
    uri,
    new Set(),
  )
  if (value === null) throw new Error('The challenge was not answered.')
  return value
}

/** RFC 7616, 3.9.1. */
test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)('the example of RFC 7616 with %s has the response of the RFC', (algorithm, response) => {
  const ha1 = hashA1(algorithm, 'Mufasa', 'http-auth@example.org', 'Circle of Life')
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'

  expect(
    digestResponse({
      algorithm,
      ha1,
      method: 'GET',
      uri: '/dir/index.html',
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      qop: { value: 'auth', cnonce, nonceCount: '00000001' },
    }),
  ).toBe(response)
})

/** Guarantee: credentials are valid only for the request they were computed for. */
describe('a digest server', () => {
  test('accepts the credentials of the request', async () => {
    const server = createServer()

    expect(await server.check(authorize(await server.challenge()))).toEqual({ ok: true, username: 'ada' })
  })

  test.each([
    ['a wrong password', { password: 'guess' }],
    ['an unknown user', { username: 'grace' }],
    ['the uri of another request', { uri: 'sip:grace@192.0.2.2' }],
  ])('challenges credentials with %s', async (_, difference) => {
    const server = createServer()

    expect(await server.check(authorize(await server.challenge(), difference))).toMatchObject({ ok: false })
  })

  test('challenges credentials for another method', async () => {
    const server = createServer()

    expect(await server.check(authorize(await server.challenge()), 'INVITE')).toMatchObject({ ok: false })
  })

  test('challenges credentials without qop, which could be replayed', async () => {
    const server = createServer()
    const challenge = (await server.challenge()).map((value) => value.replace(', qop="auth"', ''))

    expect(await server.check(authorize(challenge))).toMatchObject({ ok: false })
  })

  test('challenges an algorithm that it did not offer', async () => {
    const server = createServer({ algorithms: ['SHA-256'] })
    const challenge = (await server.challenge()).map((value) => value.replace('SHA-256', 'MD5'))

    expect(await server.check(authorize(challenge))).toMatchObject({ ok: false })
  })

  test('uses the credentials of its realm among those of others', async () => {
    const server = createServer()
    const own = authorize(await server.challenge())
    const other = authorize(['Digest realm="other.example.com", nonce="1", qop="auth"'])

    expect(await server.check(other)).toMatchObject({ ok: false })
    expect(await server.check([other, own])).toMatchObject({ ok: true })
  })

  test('rejects a nonce of another server', async () => {
    const foreign = await createServer().challenge()

    expect(await createServer().check(authorize(foreign))).toMatchObject({ ok: false })
  })
})

describe('a digest client', () => {
  const challengeWith = (parameters: string) => `Digest realm="${realm}", nonce="1"${parameters}`
  const client = () => new DigestClient({ username: 'ada', password: 'secret', realm }, () => true)

  test('answers the first challenge whose algorithm it supports', () => {
    const challenges = ['SHA-512-256', 'SHA-256', 'MD5'].map((name) =>
      challengeWith(`, algorithm=${name}, qop="auth"`),
    )

    expect(authorize(challenges)).toContain('algorithm=SHA-256')
  })

  test.each([
    ['of another realm', 'Digest realm="other.example.com", nonce="1", qop="auth"'],
    ['of another scheme', `Basic realm="${realm}"`],
    ['that requires the protection of bodies', challengeWith(', qop="auth-int"')],
    ['without a nonce', `Digest realm="${realm}", qop="auth"`],
  ])('does not answer a challenge %s', (_, challenge) => {
    expect(client().authorize(peer, [challenge], 'REGISTER', requestUri, new Set())).toBeNull()
  })

  test('answers a realm once, unless only its nonce was stale', () => {
    const answered = new Set<string>()
    const answer = (parameters: string) =>
      client().authorize(peer, [challengeWith(parameters)], 'REGISTER', requestUri, answered)

    expect(answer(', qop="auth"')).not.toBeNull()
    expect(answer(', qop="auth"')).toBeNull()
    expect(answer(', qop="auth", stale=true')).not.toBeNull()
  })

  test('counts the uses of a nonce, and starts again with a new one', () => {
    const one = client()
    const getNonceCount = (nonce: string) =>
      /nc=(\w+)/.exec(
        required(
          one.authorize(
            peer,
            [`Digest realm="${realm}", nonce="${nonce}", qop="auth"`],
            'REGISTER',
            requestUri,
            new Set(),
          ),
          'the Authorization',
        ),
      )?.[1]

    expect(['first', 'first', 'second', 'second'].map(getNonceCount)).toEqual([
      '00000001',
      '00000002',
      '00000001',
      '00000002',
    ])
  })

  test('returns the opaque of the challenge', () => {
    expect(authorize([challengeWith(', qop="auth", opaque="a\\"b"')])).toContain('opaque="a\\"b"')
  })
})
