import { readFile } from 'node:fs/promises'
import { accountEndpoints } from '@parley/contract/account'
import { apiBase, listRoutes } from '@parley/server/http'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { unsupportedFeatures } from './platform/unsupported-features/index.ts'
import { adminHeaders, signUp, startAccountService } from './testing.ts'

/** Routes outside the contract: pages, OpenAPI, images and health. */
const routesOutsideContract = [
  'GET /',
  'GET /docs',
  'GET /fonts/code.woff2',
  'GET /fonts/text.woff2',
  'GET /images/{folder}/{file}',
  'GET /set-up',
  'POST /set-up',
  `GET ${apiBase}/openapi.json`,
  'GET /health',
  `GET ${apiBase}/health`,
  ...unsupportedFeatures.flatMap(({ paths }) =>
    paths.flatMap((path) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${apiBase}${path}`),
    ),
  ),
]

/** Guarantee: every endpoint of the contract is served exactly once, and no others. */
test('the service serves the contract', () => {
  const app = createApp({ options: { publicUrl: 'http://localhost' } } as never)

  const served = listRoutes(app).map(({ method, path }) => `${method} ${path}`)
  const promised = accountEndpoints.map(
    ({ method, path }) => `${method} ${apiBase}${path === '/' ? '' : path}`,
  )
  expect(served.toSorted()).toEqual([...promised, ...routesOutsideContract].toSorted())
})

test('a user signs up, reads their profile, signs in again and signs out', async () => {
  await using service = await startAccountService()

  const ada = await signUp(service, 'ada@example.com')
  const me = await service.get('/users/me', ada.headers)
  const again = await service.post('/auth/password/sign-in', { email: ada.email, password: ada.password })
  const signedOut = await service.delete('/auth/sessions/current', ada.headers)

  expect(me.status).toBe(200)
  expect(me.body).toMatchObject({ id: ada.userId, primary_email: 'ada@example.com', has_password: true })
  expect(me.body.selected_team.display_name).toBe('Ada')
  expect(again.body.user_id).toBe(ada.userId)
  expect(signedOut.body).toEqual({ success: true })
})

test('the routes outside the API respond: health, documentation, set-up', async () => {
  await using service = await startAccountService()
  const get = (path: string) => fetch(service.origin + path, { redirect: 'manual' })

  expect(await (await get('/health')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/health?db')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/api/v1/health?db')).json()).toEqual({ status: 'ok' })
  expect((await get('/health')).headers.get('access-control-allow-origin')).toBe('*')
  expect((await get('/')).headers.get('location')).toBe('/docs')
  for (const path of ['/docs', '/set-up', '/api/v1/openapi.json']) expect((await get(path)).status).toBe(200)
  expect((await get('/nothing')).status).toBe(404)
})

/** Guarantee: every setting is documented. */
test('every setting of a project is explained in OpenAPI and in docs/accounts.md', async () => {
  await using service = await startAccountService()
  const settings = await service.get('/internal/settings', await adminHeaders(service))
  const { body } = await service.get('/openapi.json')
  const { get, patch } = body.paths['/internal/settings']
  const read = get.responses['200'].content['application/json'].schema.properties
  const written = patch.requestBody.content['application/json'].schema.properties
  const docs = await readFile(new URL('../../../docs/accounts.md', import.meta.url), 'utf8')

  for (const name of Object.keys(settings.body)) {
    for (const properties of [read, written])
      expect([name, properties[name].description]).toEqual([name, expect.stringMatching(/^[A-Z].{20,}\.$/)])
    expect(docs).toMatch(new RegExp(`^\\| \`${name}\` \\| .{20,} \\|`, 'm'))
  }
})

/** Guarantee: health reports the state of the database. */
test('health reports a database that does not respond', async () => {
  await using service = await startAccountService()
  const query = service.server.pool.query.bind(service.server.pool)
  service.server.pool.query = () => Promise.reject(new Error('gone')) as never

  const health = await fetch(`${service.origin}/health?db=1`)

  service.server.pool.query = query
  expect(health.status).toBe(503)
})
