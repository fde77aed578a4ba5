import { required } from '@parley/primitives'
import { queryStatistics, startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { adminHeaders, codeFromEmail, signUp, startAccountService, type TestService } from '../../testing.ts'

const dayMs = 24 * 60 * 60_000

/** Counts from the tables, which the counters must match. */
async function countTables(service: TestService): Promise<object> {
  const { rows } = await service.server.pool.query(
    `select
    (select count(*)::int from accounts.users where project_id = $1) as users,
    (select count(*)::int from accounts.user_passwords join accounts.users on id = user_id where project_id = $1) as password,
    (select count(*)::int from accounts.users where project_id = $1 and otp_auth_enabled) as otp,
    (select count(*)::int from accounts.oauth_connections where project_id = $1 and allow_sign_in) as github`,
    [service.phoneProjectId],
  )
  return rows[0]
}

async function connect(service: TestService, userId: string): Promise<void> {
  await service.server.pool.query(
    `insert into accounts.oauth_connections
       (id, project_id, user_id, provider_id, account_id, email, allow_sign_in, allow_connected_accounts, created_at)
     values (gen_random_uuid(), $1, $2::uuid, 'github', 'account of ' || $2::uuid, null, true, true, now())`,
    [service.phoneProjectId, userId],
  )
}

test('users, active days and sign-in methods are counted on every code path', async () => {
  await using service = await startAccountService()
  const admin = await adminHeaders(service)
  const ada = await signUp(service, 'ada@example.com')
  const grace = await signUp(service, 'grace@example.com')
  const { body: sent } = await service.post('/auth/otp/send-sign-in-code', {
    email: 'linus@example.com',
    callback_url: 'https://phone.example.com/handler/magic-link-callback',
  })
  expect(sent.nonce).toEqual(expect.any(String))
  const code = codeFromEmail(await service.waitForEmail('linus@example.com'), sent.nonce)
  await service.post('/auth/otp/sign-in', { code })
  await connect(service, ada.userId)
  await connect(service, grace.userId)

  const { body } = await service.get('/internal/metrics', admin)
  const today = new Date().toISOString().slice(0, 10)
  expect(body).toMatchObject({
    total_users: 3,
    users_by_country: {},
    login_methods: [
      { method: 'github', count: 2 },
      { method: 'otp', count: 1 },
      { method: 'password', count: 2 },
    ],
  })
  for (const days of [body.daily_users, body.daily_active_users]) {
    expect(days).toHaveLength(31)
    expect(days.at(-1)).toEqual({ date: today, activity: 3 })
    expect(days.slice(0, -1).every(({ activity }: { activity: number }) => activity === 0)).toBe(true)
  }
  const emails = (list: { primary_email: string }[]) => list.map(({ primary_email }) => primary_email)
  expect(emails(body.recently_registered)).toEqual([
    'linus@example.com',
    'grace@example.com',
    'ada@example.com',
  ])

  service.advance(2 * dayMs)
  await service.post('/auth/password/sign-in', { email: 'ada@example.com', password: ada.password })
  await service.post('/auth/password/sign-in', { email: 'ada@example.com', password: ada.password })
  const later = (await service.get('/internal/metrics', admin)).body
  expect(later.daily_active_users.slice(-3).map(({ activity }: { activity: number }) => activity)).toEqual([
    3, 0, 1,
  ])
  expect(emails(later.recently_active)[0]).toBe('ada@example.com')

  await service.server.pool.query('delete from accounts.oauth_connections where user_id = $1', [ada.userId])
  await service.server.pool.query('delete from accounts.users where id = $1', [grace.userId])
  const last = (await service.get('/internal/metrics', admin)).body
  expect(last.total_users).toBe(2)
  expect(last.login_methods).toEqual([
    { method: 'otp', count: 1 },
    { method: 'password', count: 1 },
  ])
  expect(await countTables(service)).toEqual({ users: 2, password: 1, otp: 1, github: 0 })
})

/** Guarantee: counters stay exact under concurrency. */
test('counters are exact after concurrent sign-ups and deletions', async () => {
  await using server = await startTestDatabase()
  await using service = await startAccountService({ server })
  const admin = await adminHeaders(service)
  const users = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signUp(service, `person-${index}@example.com`)),
  )
  await Promise.all([
    ...users.slice(0, 15).map(({ headers }) => service.delete('/users/me', headers)),
    ...Array.from({ length: 10 }, (_, index) => signUp(service, `late-${index}@example.com`)),
  ])

  const { body } = await service.get('/internal/metrics', admin)
  expect(body.total_users).toBe(35)
  // Deleted users are not among the sign-ups of their day.
  expect(body.daily_users.reduce((sum: number, day: { activity: number }) => sum + day.activity, 0)).toBe(35)
  expect(body.login_methods).toEqual([{ method: 'password', count: 35 }])
  expect(body.recently_registered).toHaveLength(5)
  expect(await countTables(service)).toMatchObject({ users: 35, password: 35 })

  // A starting service aggregates counter changes: a concurrent reader counts each change once.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await using another = await startAccountService({ server })
      expect((await another.get('/internal/metrics', admin)).body.total_users).toBe(35)
    }),
  )
  const waiting = async () => (await server.pool.query('select from accounts.counter_changes')).rowCount
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  expect((await service.get('/internal/metrics', admin)).body).toMatchObject({
    total_users: 35,
    login_methods: [{ method: 'password', count: 35 }],
  })
})

/** Rows of the two large tables read by sequential scans. */
async function rowsScanned(server: TestDatabase): Promise<number> {
  const [row] = await queryStatistics<{ scanned: number }>(
    server,
    `select coalesce(sum(seq_tup_read), 0)::int as scanned from pg_stat_user_tables
     where schemaname = 'accounts' and relname in ('users', 'user_activity')`,
  )
  return required(row, 'the row').scanned
}

/** Guarantee: metrics stay fast with a million users. */
test('metrics cause no sequential scan of a large table', async () => {
  await using server = await startTestDatabase()
  await using service = await startAccountService({ server })
  const admin = await adminHeaders(service)
  await server.pool.query(
    `insert into accounts.users (id, project_id, signed_up_at)
     select gen_random_uuid(), $1, now() - n * interval '1 minute' from generate_series(1, 20000) n`,
    [service.phoneProjectId],
  )
  await server.pool.query(
    `insert into accounts.user_activity (user_id, project_id, last_active_at)
     select id, project_id, signed_up_at from accounts.users`,
  )
  await server.pool.query('vacuum analyze accounts.users, accounts.user_activity')

  const before = await rowsScanned(server)
  const { body } = await service.get('/internal/metrics', admin)

  expect(body.total_users).toBe(20_000)
  expect(body.recently_active).toHaveLength(5)
  expect((await rowsScanned(server)) - before).toBeLessThan(20_000)
})
