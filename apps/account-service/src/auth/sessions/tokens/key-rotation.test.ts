import { required } from '@parley/primitives'
import { startTestDatabase } from '@parley/server/testing'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { signUp, startAccountService, type TestService } from '../../../testing.ts'

const minuteMs = 60_000
const tokenLifetimeMs = 10 * minuteMs

const fetchKeySet = async (at: TestService): Promise<JSONWebKeySet> =>
  (await at.get(`/projects/${at.phoneProjectId}/.well-known/jwks.json`)).body

const fetchAccessToken = async (at: TestService, refreshToken: string): Promise<string> => {
  const headers = { 'x-stack-refresh-token': refreshToken }
  return (await at.post('/auth/sessions/current/refresh', undefined, headers)).body.access_token
}

/**
 * Guarantee (AS8): key rotation is seamless. A verifier that refreshes the public keys once per token
 * lifetime can verify every token of every process.
 */
test('AS8: a key is published one token lifetime before it signs and stays published one lifetime after', async () => {
  await using database = await startTestDatabase()
  let clockMs = Date.now()
  const now = () => new Date(clockMs)
  const changes = {
    server: database,
    now,
    options: { accessTokenLifetimeMs: tokenLifetimeMs, signingKeyLifetimeMs: 60 * minuteMs },
  }
  await using one = await startAccountService(changes)
  await using other = await startAccountService(changes)
  const ada = await signUp(one, 'ada@example.com')
  const published = new Map<string, number>()
  const signedBy = new Map<string, number>()
  let read = { keys: await fetchKeySet(one), at: clockMs }

  for (let minute = 0; minute < 240; minute += 2) {
    clockMs += 2 * minuteMs
    // Keys are also rotated at start; two concurrent starts agree.
    if (minute % 20 === 0)
      for (const started of await Promise.all([startAccountService(changes), startAccountService(changes)]))
        await started[Symbol.asyncDispose]()
    for (const { kid } of (await fetchKeySet(other)).keys)
      if (!published.has(required(kid, 'the key id'))) published.set(required(kid, 'the key id'), clockMs)
    if (clockMs - read.at >= tokenLifetimeMs) read = { keys: await fetchKeySet(other), at: clockMs }

    for (const [signer, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const { body } = await signer.post('/auth/sessions/current/refresh', undefined, {
        'x-stack-refresh-token': ada.refreshToken,
      })
      const token = body.access_token as string
      const { kid } = decodeProtectedHeader(token)
      if (!signedBy.has(required(kid, 'the key id'))) signedBy.set(required(kid, 'the key id'), clockMs)
      const { payload } = await jwtVerify(token, createLocalJWKSet(read.keys), { currentDate: now() })
      expect(payload.sub).toBe(ada.userId)
      expect((await reader.get('/users/me', { 'x-stack-access-token': token })).status).toBe(200)
    }
  }

  const later = [...signedBy.keys()].slice(1)
  expect(later.length).toBeGreaterThanOrEqual(2)
  for (const kid of later)
    expect(
      required(signedBy.get(kid), 'a signature of this key') -
        required(published.get(kid), 'the published entry'),
    ).toBeGreaterThanOrEqual(tokenLifetimeMs)
  expect((await fetchKeySet(one)).keys.length).toBeLessThanOrEqual(2)
})

/**
 * Guarantee (OP5): servers with different clocks verify each other's tokens, whichever of them rotates the
 * keys.
 */
test.each([0, 5])(
  'AS8, OP5: rotation by a clock %i minutes ahead of one server and behind another leaves every token valid',
  async (aheadMinutes) => {
    await using database = await startTestDatabase()
    let clockMs = Date.now()
    const changesBy = (minutes: number) => ({
      server: database,
      now: () => new Date(clockMs + minutes * minuteMs),
      options: { accessTokenLifetimeMs: tokenLifetimeMs, signingKeyLifetimeMs: 60 * minuteMs },
    })
    await using slow = await startAccountService(changesBy(0))
    await using fast = await startAccountService(changesBy(5))
    const ada = await signUp(slow, 'ada@example.com')
    let read = { keys: await fetchKeySet(slow), at: clockMs }
    const signed: { token: string; until: number }[] = []
    clockMs += 60 * minuteMs

    for (let minute = 0; minute < 42; minute += 3) {
      clockMs += 3 * minuteMs
      if (clockMs - read.at >= tokenLifetimeMs) read = { keys: await fetchKeySet(fast), at: clockMs }
      await (await startAccountService(changesBy(aheadMinutes)))[Symbol.asyncDispose]()
      for (const signer of [slow, fast]) {
        const token = await fetchAccessToken(signer, ada.refreshToken)
        signed.push({ token, until: clockMs + tokenLifetimeMs })
        const verified = jwtVerify(token, createLocalJWKSet(read.keys), { currentDate: new Date(clockMs) })
        await expect(verified).resolves.toBeDefined()
      }
      await using fresh = await startAccountService(changesBy(0))
      for (const { token } of signed.filter(({ until }) => until > clockMs))
        expect((await fresh.get('/users/me', { 'x-stack-access-token': token })).status).toBe(200)
    }
    expect(new Set(signed.map(({ token }) => decodeProtectedHeader(token).kid)).size).toBe(2)
  },
)

test('AS8: the last token of a key is valid until it expires', async () => {
  await using database = await startTestDatabase()
  let clockMs = Date.now()
  const changes = {
    server: database,
    now: () => new Date(clockMs),
    options: { accessTokenLifetimeMs: tokenLifetimeMs, signingKeyLifetimeMs: 60 * minuteMs },
  }
  await using service = await startAccountService(changes)
  const ada = await signUp(service, 'ada@example.com')
  const rotate = async () => await (await startAccountService(changes))[Symbol.asyncDispose]()
  const refresh = () => fetchAccessToken(service, ada.refreshToken)
  clockMs += 60 * minuteMs
  await rotate()
  // Plus the clock tolerance.
  clockMs += tokenLifetimeMs + 5 * minuteMs
  const last = await refresh()
  clockMs += minuteMs
  const next = await refresh()
  clockMs += tokenLifetimeMs - 2 * minuteMs
  await rotate()

  expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(last).kid)
  for (const token of [last, next])
    expect((await service.get('/users/me', { 'x-stack-access-token': token })).status).toBe(200)
  const keys = createLocalJWKSet(await fetchKeySet(service))
  await expect(jwtVerify(last, keys, { currentDate: new Date(clockMs) })).resolves.toBeDefined()
})

test('rotates keys in the background, and skips projects whose keys are not due', async () => {
  await using database = await startTestDatabase()
  let clockMs = Date.now()
  const changes = {
    server: database,
    now: () => new Date(clockMs),
    options: { accessTokenLifetimeMs: tokenLifetimeMs, signingKeyLifetimeMs: 60 * minuteMs },
  }
  await using service = await startAccountService(changes)
  await signUp(service, 'ada@example.com')
  const holder = await database.pool.connect()
  const name = `signing keys of ${service.phoneProjectId}`
  await holder.query('select pg_advisory_lock(hashtext($1))', [name])

  // Rotation waits for the lock until it is released.
  await (await startAccountService(changes))[Symbol.asyncDispose]()
  expect((await fetchKeySet(service)).keys).toHaveLength(1)
  clockMs += 60 * minuteMs
  const started = await startAccountService(changes)
  expect((await fetchKeySet(started)).keys).toHaveLength(1)
  await holder.query('select pg_advisory_unlock(hashtext($1))', [name])
  holder.release()
  await started[Symbol.asyncDispose]()

  expect((await fetchKeySet(service)).keys).toHaveLength(2)
})
