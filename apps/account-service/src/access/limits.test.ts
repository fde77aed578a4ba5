import { accountEndpoints } from '@parley/contract/account'
import { clientAddressBehind } from '@parley/server'
import { expect, test } from 'vitest'
import { signUp, startAccountService } from '../testing.ts'
import { isLimited } from './limits.ts'

const attempt = { email: 'nobody@example.com', password: 'wrong password' }

/** Guarantee (EN4): every endpoint that takes a credential or a code, or has one sent, is limited for each network. */
test('all credential and code endpoints are limited', () => {
  const named = accountEndpoints.filter(
    ({ method, path }) =>
      method === 'POST' && (path.startsWith('/auth/') || path.startsWith('/contact-channels/')),
  )

  expect(named.length).toBeGreaterThan(10)
  for (const endpoint of named) expect([endpoint.path, isLimited(endpoint)]).toEqual([endpoint.path, true])
})

/** Guarantee (EN4): a limit holds exactly under a burst, and answers 429 with a short whole wait. */
test('of eighty attempts at the same moment sixty are looked at', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })

  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      service.post('/auth/password/sign-in', { ...attempt, email: `nobody-${index}@example.com` }),
    ),
  )

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(60)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  for (const { headers, body } of refused) {
    expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
    expect(headers.get('access-control-expose-headers')).toContain('retry-after')
    expect(body).toContain('Try again in')
  }
})

/** Guarantee (EN4): what a stranger writes into X-Forwarded-For changes nothing; what a configured proxy writes counts. */
test('a forged forwarding header is not believed, and a proxy is', async () => {
  const signIns = async (trusted: string[]) => {
    await using service = await startAccountService({
      rateLimitFactor: 0.1,
      http: { clientAddress: clientAddressBehind(trusted) },
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

/** Guarantee (EN4): an IPv6 customer has one counter for the whole /64. */
test('addresses of one /64 share a counter', async () => {
  await using service = await startAccountService({
    rateLimitFactor: 0.1,
    http: { clientAddress: clientAddressBehind(['127.0.0.1']) },
  })
  const from = async (address: string) =>
    (await service.post('/auth/password/sign-in', attempt, { 'x-forwarded-for': address })).status

  for (let index = 1; index <= 6; index++) expect(await from(`2001:db8:1:2::${index}`)).toBe(400)
  expect(await from('2001:db8:1:2:ffff::1')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(400)
})

test('a back end that is known by its key is not counted', async () => {
  await using service = await startAccountService({ rateLimitFactor: 0.1 })
  const ada = await signUp(service, 'ada@example.com')

  for (let index = 0; index < 20; index++) {
    const { status } = await service.post(
      '/auth/password/sign-in',
      { email: ada.email, password: ada.password },
      service.asServer,
    )
    expect(status).toBe(200)
  }
})
