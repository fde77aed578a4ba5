import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@parley/contract'
import { accountEndpoints, sessions } from '@parley/contract/account'
import { createClientIpResolver } from '@parley/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { softwareAuthenticator } from '../../auth/passkeys/testing/software-authenticator.ts'
import { signUp, startAccountService } from '../../testing.ts'

const attempt = { email: 'unknown@example.com', password: 'wrong password' }

/** Request fields with varying values, so that only the network stays the same. */
function createBody({ body: shape, path }: AnyEndpoint, time: string): unknown {
  const origin = 'https://phone.example.com'
  const page = path.includes('/otp/') ? 'magic-link-callback' : 'password-reset'
  const code = time.padEnd(45, '0')
  const ceremony = { challenge: 'not requested', origin }
  const values: Record<string, unknown> = {
    email: `unknown-${time}@example.com`,
    password: `wrong password ${time}`,
    old_password: `wrong password ${time}`,
    new_password: `another good password ${time}`,
    callback_url: `${origin}/handler/${page}`,
    verification_callback_url: `${origin}/handler/email-verification`,
    code,
    login_code: code,
    polling_code: code,
    refresh_token: code,
    type: 'totp',
    totp: '000000',
    credential: path.endsWith('/register') && softwareAuthenticator().create(ceremony),
    authentication_response: path.endsWith('/passkey/sign-in') && anyAssertion(ceremony),
  }
  if (path.endsWith('/token')) return { grant_type: 'refresh_token', refresh_token: code }
  if (!(shape instanceof z.ZodObject)) return {}
  return Object.fromEntries(Object.keys(shape.shape).map((name) => [name, values[name]]))
}

function anyAssertion(ceremony: { challenge: string; origin: string }) {
  const authenticator = softwareAuthenticator()
  authenticator.create(ceremony)
  return authenticator.get(ceremony)
}

/**
 * Endpoints that accept or send a credential or a code, except the server-only one, which is identified by
 * its key and not limited.
 */
const counted = accountEndpoints.filter(
  (endpoint) =>
    endpoint.method === 'POST' &&
    (endpoint.path.startsWith('/auth/') || endpoint.path.startsWith('/contact-channels/')) &&
    endpoint !== sessions.createSession,
)

/** Guarantee (EN4): every endpoint that accepts or sends a credential or a code is limited per network. */
test('EN4: all credential and code endpoints limit each network separately', async () => {
  await using service = await startAccountService({
    rateLimitFactor: 0.0001,
    http: { clientIp: createClientIpResolver(['127.0.0.1']) },
  })
  const { headers } = await signUp(service, 'ada@example.com')
  const call = (endpoint: AnyEndpoint, time: string, address: string) => {
    const path = endpoint.path.replace('{provider}', 'github').replace(/\{\w+\}/g, randomUUID())
    const from = { ...headers, 'x-forwarded-for': address, 'x-stack-refresh-token': time.padEnd(45, '0') }
    return service.post(path, createBody(endpoint, time), from)
  }

  expect(counted.length).toBeGreaterThan(25)
  for (const [index, endpoint] of counted.entries()) {
    const first = await call(endpoint, `${index}a`, `203.0.113.${index}`)
    const second = await call(endpoint, `${index}b`, `203.0.113.${index}`)
    const otherNetwork = await call(endpoint, `${index}c`, `198.51.100.${index}`)

    expect([endpoint.path, second.status, second.body]).toEqual([
      endpoint.path,
      429,
      expect.stringContaining('Try again in'),
    ])
    for (const { status, headers: responseHeaders } of [first, otherNetwork]) {
      const isProcessed =
        status < 500 && status !== 429 && responseHeaders.get('x-stack-known-error') !== 'SCHEMA_ERROR'
      expect([endpoint.path, status, isProcessed]).toEqual([endpoint.path, status, true])
    }
  }
})

/**
 * Guarantee (EN4): a limit is exact under a burst and returns 429 with a short Retry-After in whole seconds.
 */
test('of eighty concurrent attempts exactly sixty are processed', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })

  const responses = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      service.post('/auth/password/sign-in', { ...attempt, email: `unknown-${index}@example.com` }),
    ),
  )

  expect(responses.filter(({ status }) => status === 400)).toHaveLength(60)
  const rejected = responses.filter(({ status }) => status === 429)
  expect(rejected).toHaveLength(20)
  for (const { headers, body } of rejected) {
    expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
    expect(headers.get('access-control-expose-headers')).toContain('retry-after')
    expect(body).toContain('Try again in')
  }
})

/** Guarantee (EN4): X-Forwarded-For is ignored unless a trusted proxy sends it. */
test('ignores X-Forwarded-For from clients and honours it from trusted proxies', async () => {
  const signIns = async (trusted: string[]) => {
    await using service = await startAccountService({
      rateLimitFactor: 0.1,
      http: { clientIp: createClientIpResolver(trusted) },
    })
    const statuses: number[] = []
    for (let index = 0; index < 8; index++) {
      const forwarded = { 'x-forwarded-for': `203.0.113.${index}` }
      statuses.push((await service.post('/auth/password/sign-in', attempt, forwarded)).status)
    }
    return statuses
  }

  expect(await signIns([])).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
  expect(await signIns(['127.0.0.1'])).toEqual(Array(8).fill(400))
})

test('EN4: ignores every other header that names an address, and addresses that a client puts before that of the proxy', async () => {
  const countProcessed = async (
    trusted: string[],
    createHeaders: (address: string) => Record<string, string>,
  ) => {
    await using service = await startAccountService({
      rateLimitFactor: 0.1,
      http: { clientIp: createClientIpResolver(trusted) },
    })
    const statuses: number[] = []
    for (let index = 0; index < 8; index++)
      statuses.push(
        (await service.post('/auth/password/sign-in', attempt, createHeaders(`203.0.113.${index}`))).status,
      )
    return statuses.filter((status) => status !== 429).length
  }

  for (const name of ['x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'])
    expect([name, await countProcessed([], (address) => ({ [name]: address }))]).toEqual([name, 6])
  expect(await countProcessed([], (address) => ({ forwarded: `for=${address}` }))).toBe(6)
  const forged = (address: string) => ({ 'x-forwarded-for': `${address}, 198.51.100.7` })
  expect(await countProcessed(['127.0.0.1'], forged)).toBe(6)
})

/** Guarantee (EN4): a whole IPv6 /64 shares one counter. */
test('IP addresses of one /64 share a counter', async () => {
  await using service = await startAccountService({
    rateLimitFactor: 0.1,
    http: { clientIp: createClientIpResolver(['127.0.0.1']) },
  })
  const from = async (address: string) =>
    (await service.post('/auth/password/sign-in', attempt, { 'x-forwarded-for': address })).status

  for (let index = 1; index <= 6; index++) expect(await from(`2001:db8:1:2::${index}`)).toBe(400)
  expect(await from('2001:db8:1:2:ffff::1')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(400)
})

test('does not limit a server with a valid key', async () => {
  await using service = await startAccountService({ rateLimitFactor: 0.1 })
  const ada = await signUp(service, 'ada@example.com')

  for (let index = 0; index < 20; index++) {
    const { status } = await service.post(
      '/auth/password/sign-in',
      { email: ada.email, password: ada.password },
      service.serverHeaders,
    )
    expect(status).toBe(200)
  }
})
