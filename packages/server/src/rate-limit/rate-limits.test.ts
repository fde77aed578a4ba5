import { expect, test } from 'vitest'
import { ageRateLimits } from '../database/testing/age-rate-limits.ts'
import { startTestDatabase } from '../database/testing/test-server.ts'
import { createClientIpResolver, toNetworkKey, toNetworkKeys } from './client-ip.ts'
import { openRateLimits, type RateLimit, toNetworkLimits } from './rate-limits.ts'

const limit = { name: 'bell', attempts: 10, windowMs: 60_000 }

/**
 * Guarantee (EN4): a limit holds under concurrent requests and is shared by all processes on the database.
 */
test('of 100 concurrent attempts through two processes exactly ten are allowed', async () => {
  await using server = await startTestDatabase()
  const [first, second] = [await openRateLimits(server, 1), await openRateLimits(server, 1)]

  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 ? first : second).consume(limit, 'ada')),
  )

  expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(10)
  for (const verdict of verdicts) {
    if (verdict.isAllowed) continue
    expect(Number.isInteger(verdict.retryAfterSeconds)).toBe(true)
    expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(5)
  }
})

/** Guarantee: concurrent sign-ins to one account do not fail with a deadlock. */
test('PW6: counters are counted and reset concurrently without a deadlock', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 1000)
  const counted = ['first', 'second', 'third'].map((name) => ({ limit: { ...limit, name }, key: 'ada' }))
  const spent = { limit: { ...limit, name: 'spent' }, key: 'ada' }

  const work = Array.from({ length: 1_200 }, async (_, index) =>
    index % 2 ? await limits.consumeAll(counted, spent) : await limits.reset(counted),
  )

  const failures = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected')
  expect(failures).toEqual([])
})

/** Guarantee: a sliding limit holds for every period of its length. */
test('a sliding window restarts with allowed attempts only', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 1)
  const sliding: RateLimit = { ...limit, kind: 'sliding' }
  const takeSome = async (count: number) => {
    const verdicts = await Promise.all(Array.from({ length: count }, () => limits.consume(sliding, 'ada')))
    return verdicts.filter(({ isAllowed }) => isAllowed).length
  }

  expect(await takeSome(1)).toBe(1)
  await ageRateLimits(server, sliding.windowMs - 5_000)
  expect(await takeSome(20)).toBe(9)
  await ageRateLimits(server, 10_000)
  expect(await takeSome(5)).toBe(0)
  await ageRateLimits(server, sliding.windowMs - 10_000)
  expect(await takeSome(20)).toBe(10)
})

/** Guarantee (YR8): a key that has used up a refilling limit is allowed again after a part of the window. */
test('YR8: a refilling limit allows one attempt after each part of its window, up to all of them', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 1)
  const refilling: RateLimit = { ...limit, windowMs: 3_600_000, kind: 'refilling' }
  const pass = (parts: number) => ageRateLimits(server, (parts * refilling.windowMs) / refilling.attempts)
  const countAllowed = async () => {
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limits.consume(refilling, 'ada')))
    return verdicts.filter(({ isAllowed }) => isAllowed).length
  }

  expect(await countAllowed()).toBe(10)
  await pass(1)
  expect(await countAllowed()).toBe(1)
  await pass(3)
  expect(await countAllowed()).toBe(3)
  await pass(100)
  expect(await countAllowed()).toBe(10)
})

/**
 * Guarantee: an attempt rejected by one limit does not count for the next, also under concurrent requests.
 */
test('each limit counts only the attempts that the limits before it allowed', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 1)
  const counted = [
    { limit: { name: 'minute', attempts: 3, windowMs: 60_000 }, key: 'ada' },
    { limit: { name: 'day', attempts: 5, windowMs: 86_400_000 }, key: 'ada' },
  ]
  const other = { limit: { name: 'other', attempts: 1, windowMs: 60_000 }, key: 'ada' }
  const burst = async () => {
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limits.consumeAll(counted, other)))
    return verdicts.filter((verdict) => verdict?.isAllowed).length
  }

  expect(await burst()).toBe(3)
  await server.pool.query("update rate_limits.attempts set ends_at = now() where name = 'minute'")
  expect(await burst()).toBe(2)
  await limits.reset(counted)
  expect(await burst()).toBe(3)
  await limits.consume(other.limit, other.key)
  await limits.consume(other.limit, other.key)
  expect(await limits.consumeAll(counted, other)).toBeNull()
})

test('keys have independent counters', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 0.1)

  await limits.consume(limit, 'ada')

  expect(await limits.consume(limit, 'ada')).toMatchObject({ isAllowed: false })
  expect(await limits.consume(limit, 'grace')).toEqual({ isAllowed: true })
})

/** Guarantee (EN4): a client cannot change its rate-limit key with a header. */
test('X-Forwarded-For is used only from a trusted proxy', () => {
  const direct = createClientIpResolver([])
  const behind = createClientIpResolver(['127.0.0.1', '10.0.0.0/8'])

  expect(direct({ peer: '198.51.100.7', forwardedFor: '203.0.113.9' })).toBe('198.51.100.7')
  expect(behind({ peer: '198.51.100.7', forwardedFor: '203.0.113.9' })).toBe('198.51.100.7')
  expect(behind({ peer: '127.0.0.1', forwardedFor: '203.0.113.9' })).toBe('203.0.113.9')
  expect(behind({ peer: '::ffff:127.0.0.1', forwardedFor: '6.6.6.6, 203.0.113.9, 10.1.2.3' })).toBe(
    '203.0.113.9',
  )
  expect(behind({ peer: '127.0.0.1', forwardedFor: 'nonsense' })).toBe('127.0.0.1')
  expect(() => createClientIpResolver(['proxy.example.com'])).toThrow('PARLEY_TRUSTED_PROXIES')
})

test('all addresses of an IPv6 /64 network share one key', () => {
  expect(toNetworkKey('2001:db8:1:2:3:4:5:6')).toBe(toNetworkKey('2001:db8:1:2::9'))
  expect(toNetworkKey('2001:db8:1:3::9')).not.toBe(toNetworkKey('2001:db8:1:2::9'))
  expect(toNetworkKey('198.51.100.7')).toBe('198.51.100.7')
})

/** Guarantee (ZR675): one client with many IPv6 networks has no attempts for each of them. */
test('ZR675: the networks of one IPv6 /48 have 16 times the attempts of a /64 together', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 1)
  const consume = async (ip: string) => (await limits.consumeAll(toNetworkLimits(limit, ip))).isAllowed
  const consumeFrom = async (ips: readonly string[]) =>
    (await Promise.all(ips.map(consume))).filter((isAllowed) => isAllowed).length
  const networks = Array.from({ length: 40 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`)

  expect(await consumeFrom(Array(15).fill('2001:db8:1:ff::1'))).toBe(10)
  expect(await consumeFrom(networks.flatMap((ip) => Array<string>(5).fill(ip)))).toBe(150)
  expect([await consume('2001:db8:2::1'), await consume('198.51.100.7')]).toEqual([true, true])
  expect(toNetworkKeys('2001:db8:1:2a7f::9')).toEqual([
    '2001:db8:1::/48',
    '2001:db8:1:2a00::/56',
    '2001:db8:1:2a7f::/64',
  ])
  expect(toNetworkKeys('198.51.100.7')).toEqual(['198.51.100.7'])
})

/** Guarantee: a program of another version never writes to a schema that it does not know. */
test('the migration retains the counts of an existing database, and a newer database is rejected', async () => {
  await using server = await startTestDatabase()
  await openRateLimits(server, 1)
  await server.pool.query('drop table rate_limits.migrations')
  const limits = await openRateLimits(server, 1)
  await limits.consume({ ...limit, attempts: 1 }, 'ada')

  const again = await openRateLimits(server, 1)
  expect(await again.consume({ ...limit, attempts: 1 }, 'ada')).toMatchObject({ isAllowed: false })

  await server.pool.query("insert into rate_limits.migrations (name) values ('9999-newer')")
  await expect(openRateLimits(server, 1)).rejects.toThrow('migrated by a newer version of Parley')
})
