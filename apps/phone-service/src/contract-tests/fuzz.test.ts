import { phoneEndpoints, phoneErrors } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { randomValue, seededRandom } from '../testing/random-requests.ts'
import { startPhone } from '../testing/start-phone.ts'

const requestsEach = 60

/** Guarantee: any request to any endpoint gets a documented response, and the service stays up. */
test('every endpoint handles random requests without an internal error', { timeout: 120_000 }, async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const random = seededRandom(20_261_121)

  for (const endpoint of phoneEndpoints) {
    const { method, path, params, query, body } = endpoint as {
      method: string
      path: string
      params?: never
      query?: never
      body?: never
    }
    for (let attempt = 0; attempt < requestsEach; attempt += 1) {
      const filled = params ? (randomValue(params, random) as Record<string, unknown>) : {}
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(filled?.[name]))
      const parameters = query ? (randomValue(query, random) as Record<string, unknown>) : {}
      const search = Object.entries(parameters ?? {})
        .slice(0, 20)
        .map(([key, value]) => `${encode(key)}=${encode(value)}`)
      const sent = method === 'GET' || !body ? undefined : randomValue(body, random)

      const { status, body: response } = await phone.request(
        ada,
        method,
        `${address}?${search.join('&')}`,
        sent,
      )

      const what = `${method} ${address.slice(0, 200)}?${search.join('&').slice(0, 300)} ${JSON.stringify(sent)?.slice(0, 600)}`
      expect(status, what).toBeLessThan(500)
      if (status >= 400 && typeof response === 'object')
        expect(Object.keys(phoneErrors), what).toContain(response.code)
    }
  }

  expect((await fetch(`${phone.service.url}/health`)).status).toBe(200)
})

test.each([
  ['{"name":', 'BODY_PARSING_ERROR'],
  ['', 'BODY_PARSING_ERROR'],
  ['[]', 'SCHEMA_ERROR'],
  ['"text"', 'SCHEMA_ERROR'],
  [`{"name":"${'x'.repeat(300)}"}`, 'SCHEMA_ERROR'],
  ['{"name":"Hedy","surprise":1}', 'SCHEMA_ERROR'],
  ['{"name":"He\\u0000dy"}', 'SCHEMA_ERROR'],
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
