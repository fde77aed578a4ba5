import { expect, test } from 'vitest'
import { createTestClock, startScriptedServer } from '../scripted-server.fixture.ts'
import { createAccessTokenVerifier } from './verify-access-token.ts'

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function createKey(kid: string) {
  const pair = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    kid,
    privateKey: pair.privateKey,
    jwk: { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', x, y, kid },
  }
}

type Key = Awaited<ReturnType<typeof createKey>>

async function sign(key: Key, payload: object, header: object = {}): Promise<string> {
  const signed = `${base64Url({ alg: 'ES256', kid: key.kid, ...header })}.${base64Url(payload)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.privateKey,
    new TextEncoder().encode(signed),
  )
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}

async function startVerifier() {
  const key = await createKey('first')
  const published = { keys: [key.jwk], isDown: false }
  const server = await startScriptedServer(() =>
    published.isDown ? 'drop' : { json: { keys: published.keys } },
  )
  const clock = createTestClock()
  const issuer = `${server.url}/api/v1/projects/phone`
  const nowSeconds = clock.now() / 1_000
  const claims = {
    sub: '0b9a0f0e-6f0c-4d9e-9d0e-2f5c8e1f7a10',
    aud: 'phone',
    iss: issuer,
    iat: nowSeconds,
    exp: nowSeconds + 600,
    branchId: 'main',
    refreshTokenId: '5c7e1a52-3f0b-4c58-8a4e-0c2a4de3b6d1',
    role: 'authenticated',
  }
  const verify = createAccessTokenVerifier({ projectId: 'phone', issuer, now: clock.now })
  return {
    key,
    published,
    server,
    clock,
    issuer,
    claims,
    verify,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const unparsable = { status: 'error', code: 'UNPARSABLE_ACCESS_TOKEN' }

test('a valid token is accepted, and the keys are fetched once', async () => {
  await using stage = await startVerifier()
  const token = await sign(stage.key, stage.claims)

  const verdicts = await Promise.all(Array.from({ length: 50 }, () => stage.verify(token)))

  expect(verdicts[49]).toEqual({
    status: 'ok',
    claims: {
      userId: stage.claims.sub,
      projectId: 'phone',
      sessionId: stage.claims.refreshTokenId,
      issuedAtMs: stage.clock.now(),
      expiresAtMs: stage.clock.now() + 600_000,
    },
  })
  expect(stage.server.requests).toHaveLength(1)
})

test('an expired token is rejected with ACCESS_TOKEN_EXPIRED, to the second', async () => {
  await using stage = await startVerifier()
  const token = await sign(stage.key, stage.claims)

  stage.clock.advance(600_000)

  expect(await stage.verify(token)).toEqual({
    status: 'error',
    code: 'ACCESS_TOKEN_EXPIRED',
    expiredAtMs: stage.clock.now(),
  })
})

test('a token of another project is rejected with INVALID_PROJECT_FOR_ACCESS_TOKEN', async () => {
  await using stage = await startVerifier()

  expect(await stage.verify(await sign(stage.key, { ...stage.claims, aud: 'internal' }))).toEqual({
    status: 'error',
    code: 'INVALID_PROJECT_FOR_ACCESS_TOKEN',
    expectedProjectId: 'phone',
    actualProjectId: 'internal',
  })
})

/** Only the signature of the account service over this token is accepted. */
test('forged tokens are rejected', async () => {
  await using stage = await startVerifier()
  const foreignKey = { ...(await createKey('stranger')), kid: 'first' }
  const good = await sign(stage.key, stage.claims)
  const [header, payload, signature] = good.split('.')
  const forged = base64Url({ ...stage.claims, sub: 'another user' })
  const hmac = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(JSON.stringify(stage.key.jwk)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const hs256 = `${base64Url({ alg: 'HS256', kid: 'first' })}.${payload}`
  const mac = await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(hs256))

  const tokens = {
    'no signature': `${header}.${payload}.`,
    'algorithm none': `${base64Url({ alg: 'none', kid: 'first' })}.${payload}.`,
    'algorithm none with a signature': `${base64Url({ alg: 'none', kid: 'first' })}.${payload}.${signature}`,
    'HMAC with the public key': `${hs256}.${Buffer.from(mac).toString('base64url')}`,
    'another payload': `${header}.${forged}.${signature}`,
    'a key of a stranger': await sign(foreignKey, stage.claims),
    'a key in the header': await sign(foreignKey, stage.claims, { jwk: foreignKey.jwk }),
    'keys at an address in the header': await sign(foreignKey, stage.claims, {
      jku: 'http://127.0.0.1:1/keys',
    }),
    'another algorithm over a good signature': await sign(stage.key, stage.claims, { alg: 'HS256' }),
    'an unknown key': await sign(stage.key, stage.claims, { kid: 'none such' }),
    'a key id that is a path': await sign(stage.key, stage.claims, { kid: '../../first' }),
    'no key id': await sign(stage.key, stage.claims, { kid: undefined }),
    'a token of another type': await sign(stage.key, stage.claims, { typ: 'dpop+jwt' }),
    'an extension that must be understood': await sign(stage.key, stage.claims, { crit: ['exp'] }),
    'another issuer': await sign(stage.key, { ...stage.claims, iss: 'https://example.com' }),
    'a list of audiences': await sign(stage.key, { ...stage.claims, aud: ['phone', 'internal'] }),
    'no end': await sign(stage.key, { ...stage.claims, exp: undefined }),
    'another role': await sign(stage.key, { ...stage.claims, role: 'admin' }),
    'a cookie instead of a token': '["refresh","access"]',
    'four parts': `${good}.${signature}`,
    nothing: '',
  }

  for (const [name, token] of Object.entries(tokens))
    expect(await stage.verify(token), name).toEqual(unparsable)
  expect(await stage.verify(good)).toMatchObject({ status: 'ok' })
})

test('keys published later are found, and unknown key ids do not cause a request each', async () => {
  await using stage = await startVerifier()
  await stage.verify(await sign(stage.key, stage.claims))
  const second = await createKey('second')
  stage.published.keys.push(second.jwk)
  stage.clock.advance(10_000)

  expect(await stage.verify(await sign(second, stage.claims))).toMatchObject({ status: 'ok' })
  for (let count = 0; count < 20; count++) {
    await stage.verify(await sign(stage.key, stage.claims, { kid: `invented ${count}` }))
  }

  expect(stage.server.requests).toHaveLength(2)
})

test('while the account service is down, cached keys still work and unknown keys throw', async () => {
  await using stage = await startVerifier()
  const known = await sign(stage.key, { ...stage.claims, exp: stage.claims.exp + 3_600 })
  await stage.verify(known)
  stage.published.isDown = true
  stage.clock.advance(600_000)

  expect(await stage.verify(known)).toMatchObject({ status: 'ok' })
  await expect(stage.verify(await sign(await createKey('later'), stage.claims))).rejects.toMatchObject({
    name: 'KeysUnavailableError',
  })
})
