import { required } from '@parley/primitives'
import { queryStatistics, startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { startAccountService, type TestService } from '../testing.ts'

const count = 40_000
/** Matches are spread over all pages of the table. */
const everyNth = 33

async function fill({ server, phoneProjectId }: TestService): Promise<void> {
  const client = await server.pool.connect()
  try {
    // Triggers are disabled and their results written directly, because they are too slow for so many users.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into accounts.users (id, project_id, display_name, signed_up_at, search_text)
       select gen_random_uuid(), $1, 'Person', '2026-01-01'::timestamptz + n * interval '1 second',
         'person' || case when n % $3::int = 0 then E'\\nhopper' else '' end || E'\\nperson-' || n || '@example.com'
       from generate_series(1, $2::int) n`,
      [phoneProjectId, count, everyNth],
    )
    await client.query(
      `insert into accounts.team_memberships (team_id, project_id, user_id, created_at)
       select teams.id, users.project_id, users.id, now() from accounts.users, accounts.teams
       where users.search_text like '%hopper%' and teams.display_name = 'Hoppers'`,
    )
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze accounts.users, accounts.team_memberships')
  } finally {
    client.release()
  }
}

/** The number of pages read from the table of users. */
async function pagesRead(server: TestDatabase): Promise<number> {
  const [row] = await queryStatistics<{ pages: number }>(
    server,
    `select (heap_blks_read + heap_blks_hit)::int as pages from pg_statio_user_tables
     where schemaname = 'accounts' and relname = 'users'`,
  )
  return required(row, 'the row').pages
}

/** Guarantee: lists and searches read no more of the table of users than a result page needs. */
test('ZR44: no list and no search scans the whole table of users', async () => {
  await using server = await startTestDatabase()
  await using service = await startAccountService({ server })
  const { body: team } = await service.post('/teams', { display_name: 'Hoppers' }, service.serverHeaders)
  await fill(service)
  const { rows } = await server.pool.query(
    `select pg_relation_size('accounts.users')::int / 8192 as pages,
       (select id from accounts.users order by signed_up_at, id offset $1 limit 1) as id,
       (select id from accounts.users order by signed_up_at, id offset $2 limit 1) as late_id`,
    [count / 2, count - 1_900],
  )
  const endOfList = `cursor=${rows[0].late_id}&query=zz`
  const queries: Record<string, number> = {
    '': 100,
    'desc=true': 100,
    [`cursor=${rows[0].id}`]: 100,
    [`cursor=${rows[0].id}&desc=true`]: 100,
    'query=per': 100,
    'query=hopper': 100,
    [`query=hopper&desc=true&cursor=${rows[0].id}`]: 100,
    [`team_id=${team.id}`]: 100,
    [`team_id=${team.id}&query=hopper`]: 100,
    'query=person-31007@': 1,
    'query=zzz': 0,
    'query=unknown-at-all': 0,
    [endOfList]: 0,
  }

  const read: Record<string, number> = {}
  let before = await pagesRead(server)
  for (const [query, expected] of Object.entries(queries)) {
    const { body } = await service.get(`/users?limit=100&${query}`, service.serverHeaders)
    expect(body.items).toHaveLength(expected)
    const after = await pagesRead(server)
    read[query] = after - before
    before = after
  }

  const maxPages = Math.max(...Object.values(read))
  expect(rows[0].pages).toBeGreaterThan(600)
  expect(maxPages, JSON.stringify(read)).toBeLessThan(300)
  // ZR44: the rest of the list is read once.
  const pagesOfRest = Math.ceil((rows[0].pages * 1_900) / count)
  expect(read[endOfList], JSON.stringify(read)).toBeLessThan(pagesOfRest * 1.5)
})
