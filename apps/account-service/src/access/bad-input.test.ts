import { accountEndpoints, commonErrors } from '@parley/contract/account'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf, serviceOfThisFile, signUp } from '../testing.ts'

const service = serviceOfThisFile()

const nasty: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'me',
  '\u0000',
  '\ud800',
  "' or '1'='1",
  '../../etc/passwd',
  '%00',
  'x'.repeat(10_000),
  [],
  {},
  { $gt: '' },
  JSON.parse('{"__proto__":{"admin":true}}'),
  [[[[[]]]]],
  '11111111-1111-4111-8111-111111111111',
  'ada@example.com',
  'https://phone.example.com/',
]

/** Guarantee: bad input gets a clear error of the contract, never an internal failure, from whoever it comes. */
test.each(accountEndpoints)('$method $path survives what nobody should send', async (endpoint) => {
  const { method, path } = endpoint
  const ada = await signUp(service(), addressOf('ada'))
  const keys =
    'body' in endpoint && endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : []
  const queryKeys = 'query' in endpoint ? Object.keys(endpoint.query.shape) : []
  const known = new Set<string>([...endpoint.errors, ...commonErrors])

  for (const value of nasty) {
    const asText = encodeURIComponent(
      typeof value === 'string' ? value.replace('\ud800', '?') : JSON.stringify(value),
    )
    const address = path.replaceAll(/\{\w+\}/g, asText || 'x')
    const query = queryKeys.map((key) => `${key}=${asText}`).join('&')
    const body = Object.fromEntries(keys.map((key) => [key, value]))
    for (const headers of [{}, ada.headers, { ...ada.headers, ...service().asServer }])
      for (const sent of method === 'GET' ? [undefined] : [value, body, undefined]) {
        const answer = await service().call(method, `${address}${query ? `?${query}` : ''}`, sent, headers)

        expect(answer.status).toBeLessThan(500)
        const code = answer.headers.get('x-stack-known-error')
        if (code !== null) expect(known).toContain(code)
      }
  }
})

test('what is not HTTP as we speak it is refused, and the service goes on', async () => {
  const { app } = service()
  const refused = await Promise.all([
    app.inject({ method: 'GET', url: '/api/v1/users/%E0%A4%A' }),
    app.inject({ method: 'GET', url: `/api/v1/${'a/'.repeat(4000)}` }),
    app.inject({ method: 'POST', url: '/api/v1/auth/password/sign-in', headers: { 'content-length': 'x' } }),
  ])

  for (const { statusCode } of refused) expect(statusCode).toBeLessThan(500)
  expect((await service().get('/projects/current')).status).toBe(200)
})
