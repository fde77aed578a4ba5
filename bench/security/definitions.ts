import type { DatabaseServer } from '@parley/server'
import { type BenchRequest, load, type Send } from '../accounts/load.ts'

const count = 10_000

/** TN3: response times with ten thousand nested permissions, as a chain and as a tree. */
export async function measureDefinitions(
  { pool }: DatabaseServer,
  send: Send,
  { projectId, headers }: { readonly projectId: string; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  await pool.query(
    `insert into accounts.permission_definitions
     select $1, 'link_' || place, 'team', null,
       case when place < $2 then array['link_' || (place + 1)] else '{}' end
     from generate_series(1, $2) as place`,
    [projectId, count],
  )
  await pool.query(
    `insert into accounts.permission_definitions
     select $1, 'leaf_' || place, 'project', null,
       array(select 'leaf_' || child from generate_series(place * 10 - 8, least(place * 10 + 1, $2)) child)
     from generate_series(1, $2) as place`,
    [projectId, count],
  )
  const userId = await grantFirst(pool, projectId)
  await pool.query('analyze accounts.permission_definitions')

  const get = (path: string) => (): BenchRequest => ({ method: 'GET', path: `/api/v1${path}`, headers })
  const all = `user_id=${userId}&recursive=true`
  const reads: Record<string, () => BenchRequest> = {
    'list of the definitions': get('/team-permission-definitions'),
    'permissions of a user, through a chain': get(`/team-permissions?${all}`),
    'permissions of a user, through a tree': get(`/project-permissions?${all}`),
    'one permission at the end of the chain': get(`/team-permissions?${all}&permission_id=link_${count}`),
  }
  console.log(`\nTN3: a graph of ${count.toLocaleString('en')} definitions\n`)
  console.log('| read | p50, p95, p99 ms |')
  console.log('|---|---|')
  for (const [name, next] of Object.entries(reads)) {
    await load(send, { connections: 1, forMs: 1_000, next })
    const { p50Ms, p95Ms, p99Ms } = await load(send, { connections: 1, forMs: 3_000, next })
    console.log(`| ${name} | ${p50Ms.toFixed(1)}, ${p95Ms.toFixed(1)}, ${p99Ms.toFixed(1)} |`)
  }
}

/** Grants a user the root permission in a team and in the project. */
async function grantFirst(pool: DatabaseServer['pool'], projectId: string): Promise<string> {
  const { rows } = await pool.query(
    'select id from accounts.users where project_id = $1 order by signed_up_at limit 1',
    [projectId],
  )
  const userId: string = rows[0].id
  await pool.query(
    `with team as (
       insert into accounts.teams (id, project_id, display_name, created_at)
       values (gen_random_uuid(), $1, 'Everybody', now()) returning id
     )
     insert into accounts.team_memberships (team_id, project_id, user_id, created_at)
     select id, $1, $2, now() from team`,
    [projectId, userId],
  )
  await pool.query(
    `insert into accounts.team_permission_grants (project_id, team_id, user_id, permission_id)
     select project_id, team_id, user_id, 'link_1' from accounts.team_memberships where user_id = $1`,
    [userId],
  )
  await pool.query(
    `insert into accounts.project_permission_grants (project_id, user_id, permission_id) values ($1, $2, 'leaf_1')`,
    [projectId, userId],
  )
  return userId
}
