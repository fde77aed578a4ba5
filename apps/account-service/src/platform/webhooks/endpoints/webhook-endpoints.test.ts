import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { beforeAll, expect, test } from 'vitest'
import { adminHeaders, type Headers, setUpAccountService } from '../../../testing.ts'

const maxEndpoints = 50
const service = setUpAccountService()
let admin: Headers
beforeAll(async () => {
  admin = await adminHeaders(service())
})

test('LK6: URLs on private networks and non-HTTP URLs are rejected on creation', async () => {
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/'])
    expect((await service().post('/internal/webhook-endpoints', { url }, admin)).status).toBe(400)
  for (const url of ['ftp://example.com/', 'example.com', 'http://me:secret@example.com/'])
    expect((await service().post('/internal/webhook-endpoints', { url }, admin)).body.code).toBe(
      'SCHEMA_ERROR',
    )
})

test.each([
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://0/',
  'http://0.0.0.0:4001/',
  'http://\u{ff11}27.0.0.1/',
  'http://127\u{3002}0\u{3002}0\u{3002}1/',
  'http://\u{2460}27.0.0.1/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/',
  'http://localhost/',
  'http://localhost.:4001/',
  'http://8.8.8.8@127.0.0.1/',
  'http:\\\\127.0.0.1/',
  'http:127.0.0.1/',
  'gopher://127.0.0.1:6379/_x',
  'file:///etc/passwd',
])('LK6: %s is rejected in every spelling of its address', async (url) => {
  const { status } = await service().post('/internal/webhook-endpoints', { url }, admin)

  expect(status).toBe(400)
})

test('unknown endpoints and those of another project are not found', async () => {
  const nothing = `/internal/webhook-endpoints/${randomUUID()}`
  for (const response of [
    await service().patch(nothing, { description: '' }, admin),
    await service().delete(nothing, admin),
    await service().post(`${nothing}/rotate-secret`, undefined, admin),
    await service().get(`${nothing}/deliveries`, admin),
    await service().post(`${nothing}/deliveries/${randomUUID()}/replay`, undefined, admin),
  ])
    expect(response.status).toBe(404)
})

/** Guarantee: concurrent requests do not exceed the maximum of endpoints. */
test('of concurrent requests for the last endpoint of a project, one succeeds', async () => {
  const url = 'https://8.8.8.8/'
  const create = () => service().post('/internal/webhook-endpoints', { url }, admin)
  const list = async () => (await service().get('/internal/webhook-endpoints', admin)).body.items
  while ((await list()).length < maxEndpoints - 1) expect((await create()).status).toBe(201)

  const responses = await runConcurrently('accounts.webhook_endpoints', [create, create])

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(await list()).toHaveLength(maxEndpoints)
})

/** Starts requests that write to a table, and lets none of them write before all of them wait for a lock. */
async function runConcurrently<T>(table: string, requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { pool } = service().server
  const lock = await pool.connect()
  try {
    await lock.query('begin')
    await lock.query(`lock table ${table} in share row exclusive mode`)
    const responses = requests.map((request) => request())
    await waitUntil('all requests wait for a lock', async () => {
      const { rows } = await pool.query(
        `select count(*)::int from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and not granted`,
      )
      return rows[0].count >= requests.length
    })
    await lock.query('rollback')
    return await Promise.all(responses)
  } finally {
    lock.release()
  }
}
