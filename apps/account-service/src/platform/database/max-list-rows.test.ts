import { queryStatistics, startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { startAccountService, type TestService } from '../../testing.ts'
import { maxListRows } from './max-list-rows.ts'

const firstTeam = '00000000-0000-4000-8000-000000000001'
const count = 4 * maxListRows
const tables = [
  'contact_channels',
  'oauth_connections',
  'project_permission_grants',
  'team_memberships',
  'team_permission_grants',
  'teams',
]

async function fill({ server, phoneProjectId }: TestService): Promise<void> {
  const client = await server.pool.connect()
  const each = (into: string, values: string) =>
    client.query(
      `insert into accounts.${into}
       select ${values} from (select n, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
         '2020-01-01'::timestamptz + n * interval '1 second' as at from generate_series(1, ${count}) n) rows`,
    )
  const project = `'${phoneProjectId}'`
  try {
    // Triggers are disabled, because they would be too slow for so many users.
    await client.query('set session_replication_role = replica')
    await each('users (id, project_id, signed_up_at)', `id, ${project}, at`)
    await each('teams (id, project_id, display_name, created_at)', `id, ${project}, 'Team ' || n, at`)
    await each(
      'team_memberships (team_id, project_id, user_id, created_at)',
      `'${firstTeam}'::uuid, ${project}, id, at`,
    )
    await each(
      `contact_channels
         (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)`,
      `id, ${project}, id, 'email', n || '@example.com', true, false, false, at`,
    )
    await each(
      `oauth_connections (id, project_id, user_id, provider_id, account_id, email, allow_sign_in,
         allow_connected_accounts, created_at)`,
      `id, ${project}, id, 'github', n::text, null, true, true, at`,
    )
    await each(
      'team_permission_grants (project_id, team_id, user_id, permission_id)',
      `${project}, '${firstTeam}'::uuid, id, case when n = 1 then 'team_admin' else 'team_member' end`,
    )
    await each('project_permission_grants (project_id, user_id, permission_id)', `${project}, id, 'helper'`)
    await client.query('reset session_replication_role')
    for (const table of ['users', ...tables]) await client.query(`vacuum analyze accounts.${table}`)
  } finally {
    client.release()
  }
}

/** Returns the number of rows read by sequential scans. */
async function rowsScanned(server: TestDatabase): Promise<Record<string, number>> {
  const rows = await queryStatistics<{ relname: string; scanned: number }>(
    server,
    `select relname, seq_tup_read::int as scanned from pg_stat_user_tables
     where schemaname = 'accounts' and relname = any($1)`,
    [tables],
  )
  return Object.fromEntries(rows.map(({ relname, scanned }) => [relname, scanned]))
}

/** Guarantee: an unpaginated list uses bounded memory and scans no table, however large the project. */
test('unpaginated lists return at most ten thousand rows without reading more', async () => {
  await using server = await startTestDatabase()
  await using service = await startAccountService({ server })
  await fill(service)
  const before = await rowsScanned(server)
  const lengths: Record<string, number> = {}
  const look = async (list: string) => {
    lengths[list] = (await service.get(list, service.serverHeaders)).body.items?.length
  }
  await look('/contact-channels')
  await look('/teams')
  await look('/oauth-providers')
  await look('/team-permissions')
  await look('/project-permissions')
  await look('/team-permissions?recursive=true&permission_id=$delete_team')
  const after = await rowsScanned(server)
  await look('/team-member-profiles')
  await look(`/team-member-profiles?team_id=${firstTeam}`)
  const { team_memberships } = await rowsScanned(server)

  expect(lengths).toEqual({
    '/contact-channels': maxListRows,
    '/teams': maxListRows,
    '/oauth-providers': maxListRows,
    '/team-permissions': maxListRows,
    '/project-permissions': maxListRows,
    // Regardless of the permissions of other users.
    '/team-permissions?recursive=true&permission_id=$delete_team': 1,
    '/team-member-profiles': maxListRows,
    [`/team-member-profiles?team_id=${firstTeam}`]: maxListRows,
  })
  expect(after).toEqual(before)
  expect(team_memberships).toBe(before.team_memberships)
})
