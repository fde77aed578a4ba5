import { toEndpointKey } from '@parley/contract'
import { apiKeyScopes, phoneEndpoints } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

/** Guarantee (ZR933): programs find what API keys can use, and nothing else. */
test('ZR933: the OpenAPI document describes the endpoints with a scope, and the errors that keys get', async () => {
  await using phone = await startPhone()

  const { status, body: document } = await phone.request(null, 'GET', '/openapi.json')

  const described = Object.entries(document.paths as Record<string, Record<string, object>>).flatMap(
    ([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const withScope = phoneEndpoints.filter((endpoint) => 'apiKeyScope' in endpoint)
  expect([status, document.openapi]).toEqual([200, '3.1.0'])
  expect(described.sort()).toEqual(withScope.map(toEndpointKey).sort())
  const list = document.paths['/contacts'].get
  expect([list['x-access'], list.security]).toEqual(['contacts:read', [{ authorization: [] }]])
  expect(document.components.securitySchemes.authorization).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(JSON.stringify(list.responses)).toContain('API_KEY_SCOPE_REQUIRED')
  expect(JSON.stringify(document)).not.toMatch(/ACCESS_TOKEN_EXPIRED|PHONE_ADMIN_REQUIRED/)
})

/** Guarantee (ZR933): the reference runs nothing, and loads nothing from others. */
test('ZR933: the reference names every scope and endpoint, and its policy allows this origin alone', async () => {
  await using phone = await startPhone()

  const response = await fetch(`${phone.service.url}/api-reference`, { headers: { accept: 'text/html' } })
  const page = await response.text()

  const policy = response.headers.get('content-security-policy') ?? ''
  expect(response.status).toBe(200)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|https?:/)
  expect(page).not.toMatch(/<script|(src|href)="https?:/)
  for (const scope of apiKeyScopes) expect(page).toContain(`<th scope="row">${scope}</th>`)
  for (const endpoint of phoneEndpoints)
    if ('apiKeyScope' in endpoint) expect(page).toContain(endpoint.summary)
  const [, font = ''] = /url\('([^']+)'\)/.exec(page) ?? []
  expect((await fetch(phone.service.url + font)).headers.get('content-type')).toBe('font/woff2')
})
