import { expect, test } from 'vitest'
import { startTestDatabase } from '../database/testing/test-server.ts'
import { clientAddressBehind, networkOf } from './client-address.ts'
import { openRateLimits } from './rate-limits.ts'

const limit = { name: 'bell', attempts: 10, windowMs: 60_000 }

/** Guarantee (EN4): a limit holds under a parallel burst and is shared by every process on the database. */
test('of a hundred attempts at once, through two processes, ten are allowed', async () => {
  await using server = await startTestDatabase()
  const [here, there] = [await openRateLimits(server, 1), await openRateLimits(server, 1)]

  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 ? here : there).take(limit, 'ada')),
  )

  expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(10)
  for (const verdict of verdicts) {
    if (verdict.isAllowed) continue
    expect(Number.isInteger(verdict.retryAfterSeconds)).toBe(true)
    expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(5)
  }
})

test('one key does not use up the attempts of another', async () => {
  await using server = await startTestDatabase()
  const limits = await openRateLimits(server, 0.1)

  await limits.take(limit, 'ada')

  expect(await limits.take(limit, 'ada')).toMatchObject({ isAllowed: false })
  expect(await limits.take(limit, 'grace')).toEqual({ isAllowed: true })
})

/** Guarantee (EN4): a header that anybody can write does not change whose attempts are counted. */
test('X-Forwarded-For counts only from a configured proxy', () => {
  const direct = clientAddressBehind([])
  const behind = clientAddressBehind(['127.0.0.1', '10.0.0.0/8'])

  expect(direct({ peer: '198.51.100.7', forwardedFor: '203.0.113.9' })).toBe('198.51.100.7')
  expect(behind({ peer: '198.51.100.7', forwardedFor: '203.0.113.9' })).toBe('198.51.100.7')
  expect(behind({ peer: '127.0.0.1', forwardedFor: '203.0.113.9' })).toBe('203.0.113.9')
  expect(behind({ peer: '::ffff:127.0.0.1', forwardedFor: '6.6.6.6, 203.0.113.9, 10.1.2.3' })).toBe(
    '203.0.113.9',
  )
  expect(behind({ peer: '127.0.0.1', forwardedFor: 'nonsense' })).toBe('127.0.0.1')
  expect(() => clientAddressBehind(['proxy.example.com'])).toThrow('PARLEY_TRUSTED_PROXIES')
})

test('an IPv6 customer is one network, however many addresses it uses', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7')
})
