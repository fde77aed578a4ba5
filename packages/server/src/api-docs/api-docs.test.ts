import { type AnyEndpoint, knownErrors } from '@parley/contract'
import { accountEndpoints, commonErrors } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createHttpApp } from '../http/index.ts'
import { servePageFonts } from '../pages/index.ts'
import { serveDocs } from './index.ts'

async function start(changes: { endpoints?: readonly AnyEndpoint[] } = {}) {
  const app = createHttpApp()
  onTestFinished(() => app.close())
  serveDocs(app, {
    title: 'An API',
    version: '1',
    description: 'With <b>markup</b> & more.',
    url: 'https://accounts.example.com',
    endpoints: accountEndpoints,
    commonErrors,
    errors: knownErrors,
    access: { client: { summary: 'An application.', headers: { 'x-stack-project-id': 'The project' } } },
    ...changes,
  })
  return app
}

/** Guarantee: requests without an account do not occupy the service. */
test('ZR93: the OpenAPI document is serialized once', async () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  const app = await start()
  const count = stringify.mock.calls.length

  const responses = [await app.inject('/api/v1/openapi.json'), await app.inject('/api/v1/openapi.json')]

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const isLarge = ([value]: unknown[]) => typeof value === 'object' && value !== null && 'paths' in value
  expect(stringify.mock.calls.slice(count).filter(isLarge)).toEqual([])
})

/** Guarantee: the OpenAPI document describes every endpoint and error of the contract. */
test('the OpenAPI document contains every endpoint with its schemas and errors', async () => {
  const app = await start()

  const document = (await app.inject('/api/v1/openapi.json')).json()

  const promised = accountEndpoints.map(({ method, path }) => `${method} ${path}`)
  const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(document.openapi).toBe('3.1.0')
  expect(described.sort()).toEqual(promised.sort())
  const signIn = document.paths['/auth/password/sign-in'].post
  expect(signIn.requestBody.content['application/json'].schema.required).toEqual(['email', 'password'])
  expect(signIn.responses[400].content['application/json'].schema.properties.code.enum).toContain(
    'EMAIL_PASSWORD_MISMATCH',
  )
  expect([signIn['x-access'], signIn['x-rate-limit']]).toEqual(['client', 'sign-in'])
  expect(signIn.security).toEqual([{ 'x-stack-project-id': [] }])
  expect(
    document.paths['/users/me'].get.responses[200].content['application/json'].schema.anyOf,
  ).toHaveLength(2)
  const ids = Object.values(
    document.paths as Record<string, Record<string, { operationId: string }>>,
  ).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

/** Guarantee: pages load their fonts from this server only. */
test('every font of a page is served from the same origin and allowed by its content security policy', async () => {
  const app = await start()
  servePageFonts(app)

  const page = await app.inject('/docs')
  const faces = [...page.body.matchAll(/url\('([^']+)'\)/g)].map(([, url]) => url ?? '')
  const responses = await Promise.all(faces.map((url) => app.inject(url)))

  expect(faces.length).toBeGreaterThan(0)
  expect(page.headers['content-security-policy']).toContain("font-src 'self'")
  for (const { statusCode, headers, rawPayload } of responses) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'font/woff2'])
    expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  }
})

test('the API reference contains every endpoint and error, escaped, with a strict content security policy', async () => {
  const app = await start()

  const page = await app.inject('/docs')

  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.body).toContain('With &lt;b&gt;markup&lt;/b&gt; &amp; more.')
  for (const code of Object.keys(knownErrors)) expect(page.body).toContain(`id="error-${code}"`)
  const anchors = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
  const ids = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(anchors.filter((anchor) => !ids.has(required(anchor, 'the anchor')))).toEqual([])
})

test('the API reference renders types and redirects correctly', async () => {
  const body = z.object({
    colours: z.array(z.enum(['red', 'blue'])).nullable(),
    words: z.array(z.string()),
    path: z.string().startsWith('/'),
    id: z.uuid(),
    ignored: z.unknown().optional().meta({ deprecated: true }),
  })
  const common = { access: 'client', summary: 'Lead somewhere.', errors: [] } as const
  const app = await start({
    endpoints: [
      { ...common, method: 'POST', path: '/things', body, response: z.object({ last: z.null() }) },
      { ...common, method: 'GET', path: '/elsewhere', response: z.object({}), status: 307 },
    ],
  })

  const page = (await app.inject('/docs')).body.replaceAll('&quot;', '"')
  const document = (await app.inject('/api/v1/openapi.json')).json()

  expect(page).toContain('colours: ("red" | "blue")[] | null\n')
  expect(page).toContain('words: string[]\n')
  expect(page).toContain('path: string\n')
  expect(page).toContain('id: uuid\n')
  expect(page).not.toContain('ignored')
  expect(page).toContain('<h4>Response, 307</h4><pre tabindex="0">A redirect (header location)</pre>')
  expect(document.paths['/elsewhere'].get.responses[307].headers).toHaveProperty('location')
})
