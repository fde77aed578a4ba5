import { phoneEndpoints } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

/** Guarantee (AV3, SR16): one user cannot take the capacity of the phone from others. */
test('AV3, SR16: requests of a user beyond a limit are rejected, also in a concurrent burst, and those of another user are not', async () => {
  // 3 changes and 6 searches a minute.
  await using phone = await startPhone({ rateLimitFactor: 0.01 })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]

  const burst = await Promise.all(
    Array.from({ length: 20 }, (_, index) => phone.as(ada).post('/contacts', { name: `Contact ${index}` })),
  )

  expect(burst.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = burst.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(17)
  for (const { body, headers } of refused) {
    expect(body.code).toBe('TOO_MANY_REQUESTS')
    expect(headers.get('retry-after')).toBe(String(body.details.retryAfterSeconds))
  }
  expect((await phone.as(ada).get('/contacts')).body.total).toBe(3)
  expect((await phone.as(grace).post('/contacts', { name: 'Hedy' })).status).toBe(201)
})

test('AV3: a public endpoint is limited by network', async () => {
  await using phone = await startPhone({ rateLimitFactor: 0.001, http: { clientIp: nextNetwork(2) } })
  const get = async () => (await fetch(`${phone.service.url}/api/v1/client-config`)).status

  expect([await get(), await get()]).toEqual([200, 429])
  expect(await get()).toBe(200)
})

test('AV3: every endpoint of the phone has a rate limit', () => {
  expect(phoneEndpoints.filter(({ rateLimit }) => rateLimit === undefined)).toEqual([])
})

/** Returns the same address for `count` requests, then another one. */
function nextNetwork(count: number): () => string {
  let requests = 0
  return () => `192.0.2.${1 + Math.floor(requests++ / count)}`
}
