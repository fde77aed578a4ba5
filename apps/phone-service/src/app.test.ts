import { accountEvents, live, phoneEndpoints } from '@parley/contract/phone'
import { createLog, openDatabase } from '@parley/server'
import { apiBase, listRoutes } from '@parley/server/http'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { createInProcessBus } from './bus/index.ts'
import type { PhoneServices } from './phone-services.ts'
import { startPhone, type TestPhone } from './testing/start-phone.ts'

/** Routes that are not part of the contract. */
const routesOutsideContract = [
  'GET /health',
  `GET ${apiBase}/health`,
  `GET ${live.livePath}`,
  `POST ${accountEvents.accountEventsPath}`,
  `POST ${apiBase}/session`,
  `GET ${apiBase}/openapi.json`,
  'GET /api-reference',
  'GET /fonts/code.woff2',
  'GET /fonts/text.woff2',
]

/** Guarantee: the service serves exactly the endpoints of the contract. */
test('the service serves the contract and nothing else', async () => {
  const log = createLog({ level: 'silent' })
  const settings = { phoneUrl: 'http://phone.example.com' }
  const services = { log, nodeId: 'this node', bus: createInProcessBus(log), settings }
  await using app = await createApp(services as unknown as PhoneServices, {
    http: {},
    accountEventsSecret: 'whsec_dGVzdA==',
    accounts: {
      url: 'http://accounts.example.com',
      projectId: 'phone',
      publishableClientKey: 'pck',
      secretServerKey: 'ssk',
    },
    isOwnOrigin: () => false,
    webApp: null,
    findDatabaseProblem: async () => null,
  })

  const served = listRoutes(app).map(({ method, path }) => `${method} ${path}`)
  const promised = phoneEndpoints.map(({ method, path }) => `${method} ${apiBase}${path}`)
  expect(served.toSorted()).toEqual([...promised, ...routesOutsideContract].toSorted())
})

test.each([
  ['expired', 'ACCESS_TOKEN_EXPIRED'],
  ['other-project', 'INVALID_PROJECT_FOR_ACCESS_TOKEN'],
  ['strange-key', 'UNPARSABLE_ACCESS_TOKEN'],
] as const)('a token that is %s is rejected as %s', async (life, code) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const token = await phone.accounts.tokenFor(ada.id, life)

  const answered = await phone.request(null, 'GET', '/me', undefined, { 'x-stack-access-token': token })

  expect(answered.status).toBe(401)
  expect(answered.body.code).toBe(code)
})

test('an unreachable account service returns 503, not an authentication error', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).get('/limits')
  phone.accounts.goDown()
  const hedy = phone.signUp('Hedy')

  const answered = await phone.as(hedy).get('/me')

  expect(answered.status).toBe(503)
  expect(answered.body.code).toBe('ACCOUNTS_UNREACHABLE')
})

/** Guarantee: the health endpoint reports the real state of the database. */
test('the health endpoint reports whether the service runs and whether its database is reachable', async () => {
  await using phone = await startPhone()
  const health = (query = '') => fetch(`${phone.service.url}/health${query}`)

  expect(await (await health('?db')).json()).toEqual({ status: 'ok' })
  await using _lost = await blockDatabase(phone)
  expect((await health()).status).toBe(200)
  expect((await health('?db')).status).toBe(503)
})

/** Blocks all connections to the database until disposed. */
async function blockDatabase({ database }: TestPhone): Promise<AsyncDisposable> {
  const name = new URL(database.url).pathname.slice(1)
  const otherDatabaseUrl = new URL(database.url)
  otherDatabaseUrl.pathname = '/postgres'
  const server = await openDatabase({ kind: 'postgres', url: otherDatabaseUrl.href })
  await server.pool.query(`alter database ${name} allow_connections false`)
  await server.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  return {
    async [Symbol.asyncDispose]() {
      await server.pool.query(`alter database ${name} allow_connections true`)
      await server[Symbol.asyncDispose]()
    },
  }
}
