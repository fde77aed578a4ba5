import { phoneEndpoints, phoneErrors } from '@parley/contract/phone'
import { seededRandom } from '@parley/primitives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { randomValue } from '../testing/random-requests.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

/**
 * Requests to each endpoint (the nightly run has 200), and their seed: PARLEY_FUZZ_CASES=8000
 * PARLEY_FUZZ_SEED=7.
 */
const cases = Number(process.env.PARLEY_FUZZ_CASES ?? 60)
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 1)

interface FuzzedEndpoint {
  readonly method: string
  readonly path: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
}

/** Guarantee: any request to any endpoint gets a documented response, and the service stays up. */
describe('every endpoint handles random requests without an internal error', () => {
  const endpoints: readonly FuzzedEndpoint[] = phoneEndpoints
  let phone: TestPhone
  let ada: FakeUser
  beforeAll(async () => {
    phone = await startPhone()
    ada = phone.signUp('Ada')
  })
  afterAll(() => phone[Symbol.asyncDispose]())

  test.each(endpoints.map((endpoint, index) => ({ ...endpoint, index })))(
    '$method $path',
    async ({ index, ...endpoint }) => {
      const random = seededRandom(seed + index)
      for (let count = 0; count < cases; count += 1) {
        const { url, body } = createRequest(endpoint, random)

        const response = await phone.request(ada, endpoint.method, url, body)

        const what = `${endpoint.method} ${url.slice(0, 500)} ${JSON.stringify(body)?.slice(0, 600)}`
        expect(response.status, what).toBeLessThan(500)
        if (response.status >= 400 && typeof response.body === 'object')
          expect(Object.keys(phoneErrors), what).toContain(response.body.code)
      }
    },
    // Each request takes some milliseconds.
    10_000 + cases * 500,
  )

  test('the service is healthy afterwards', async () => {
    expect((await fetch(`${phone.service.url}/health`)).status).toBe(200)
  })
})

function createRequest({ method, path, params, query, body }: FuzzedEndpoint, random: () => number) {
  const randomFields = (schema: z.ZodType | undefined): Record<string, unknown> => {
    const value = schema && randomValue(schema, random)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  }
  const filled = randomFields(params)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(filled[name]))
  const search = Object.entries(randomFields(query))
    .slice(0, 20)
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
  return {
    url: `${address}?${search.join('&')}`,
    body: method === 'GET' || !body ? undefined : randomValue(body, random),
  }
}

test.each([
  ['{"name":', 'BODY_PARSING_ERROR'],
  ['', 'BODY_PARSING_ERROR'],
  ['[]', 'SCHEMA_ERROR'],
  ['"text"', 'SCHEMA_ERROR'],
  [`{"name":"${'x'.repeat(300)}"}`, 'SCHEMA_ERROR'],
  ['{"name":"Hedy","surprise":1}', 'SCHEMA_ERROR'],
  ['{"name":"He\\u0000dy"}', 'SCHEMA_ERROR'],
  ['{"name":"He\\ud800dy"}', 'SCHEMA_ERROR'],
  ['{"name":"Hedy","emails":[{"address":"hedy@example.com","label":"\\ud800"}]}', 'SCHEMA_ERROR'],
])('the body %s is rejected with %s, and nothing is stored', async (text, code) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const headers = {
    'content-type': 'application/json',
    'x-stack-access-token': await phone.accounts.tokenFor(ada.id),
  }

  const response = await fetch(`${phone.service.url}/api/v1/contacts`, {
    method: 'POST',
    headers,
    body: text,
  })

  expect([response.status, (await response.json()).code]).toEqual([400, code])
  expect((await phone.as(ada).get('/contacts')).body.total).toBe(0)
})

test('a request body that is too large is rejected before it is read', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')

  const { status } = await phone
    .as(ada)
    .post('/contacts', { name: 'Hedy', notes: 'x'.repeat(3 * 1024 * 1024) })

  expect(status).toBe(413)
})

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // Longer URLs are rejected by the HTTP parser, and a lone surrogate cannot be percent-encoded.
  return encodeURIComponent(text.slice(0, 1_500).replaceAll(/\p{Cs}/gu, '')) || '-'
}
