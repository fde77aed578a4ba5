import { required } from '@parley/primitives'
import type { DatabaseServer } from '@parley/server'
import type { BenchRequest, Send } from './load.ts'
import { sendOne } from './requests.ts'

/**
 * Fills the project up to this many users. Triggers are bypassed and their data is written directly, because
 * they would take an hour.
 */
export async function fillUsers({ pool }: DatabaseServer, projectId: string, count: number): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query(
      'set search_path to accounts; set session_replication_role = replica; drop index users_search',
    )
    await connection.query(
      `with made as (
         insert into users (id, project_id, display_name, signed_up_at, search_text)
         select gen_random_uuid(), $1, 'Person ' || n, now() - n * interval '1 second',
           'person ' || n || E'\\nfilled-' || n || '@example.com'
         from generate_series((select count(*) + 1 from users where project_id = $1), $2::bigint) n
         returning *
       ), addressed as (
         insert into contact_channels
           (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
         select gen_random_uuid(), project_id, id, 'email', split_part(search_text, E'\\n', 2), true, true, true, signed_up_at
         from made
       )
       insert into user_activity (user_id, project_id, last_active_at) select id, project_id, signed_up_at from made`,
      [projectId, count],
    )
    await connection.query(`create index users_search on users using gin (grams_of(search_text));
      insert into counters select project_id, 'users', count(*) from users where project_id = '${projectId}'
        group by 1 on conflict (project_id, name) do update set count = excluded.count;
      reset session_replication_role; reset search_path`)
    await connection.query('vacuum analyze')
  } finally {
    connection.release()
  }
}

/** A project with users, and the client that reads it. */
export interface ReadProject {
  readonly database: DatabaseServer
  readonly send: Send
  readonly projectId: string
  /** Headers of the owner's back end. */
  readonly headers: Readonly<Record<string, string>>
}

const teamSize = 100

/** The reads of a back end in a project filled by `fillUsers`, by name. Creates a team to read. */
export async function createReads({
  database,
  send,
  projectId,
  headers,
}: ReadProject): Promise<ReadonlyMap<string, () => BenchRequest>> {
  const { rows } = await database.pool.query<{ id: string; number: string }>(
    `select id, split_part(display_name, ' ', 2) as number from accounts.users
     where project_id = $1 and display_name like 'Person %' order by id limit 200`,
    [projectId],
  )
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path: `/api/v1${path}`,
    headers,
    body: JSON.stringify(body),
  })
  const created = await sendOne(send, post('/teams', { display_name: 'Front desk' }))
  const team = JSON.parse(created.text) as { id: string }
  for (const { id } of rows.slice(0, teamSize))
    await sendOne(send, post(`/team-memberships/${team.id}/${id}`, {}))

  const some = () => required(rows[Math.floor(Math.random() * rows.length)], 'a user')
  const get = (path: () => string) => () => ({ method: 'GET', path: `/api/v1${path()}`, headers }) as const
  return new Map([
    ['first page of 100', get(() => '/users?limit=100')],
    ['latest page of 100', get(() => '/users?limit=100&desc=true&order_by=signed_up_at')],
    ['page of 100 from the middle', get(() => `/users?limit=100&cursor=${some().id}`)],
    ['search for an e-mail address', get(() => `/users?limit=100&query=filled-${some().number}@`)],
    ['search for a name', get(() => `/users?limit=100&query=Person%20${some().number}`)],
    ['search for a name of one in a hundred users', get(() => '/users?limit=100&query=Person%2012')],
    ['search for three characters that all users have', get(() => '/users?limit=100&query=per')],
    ['search without results', get(() => '/users?limit=100&query=zzzqqq')],
    ['users of a team of 100', get(() => `/users?limit=100&team_id=${team.id}`)],
    ['members of a team of 100', get(() => `/team-member-profiles?team_id=${team.id}`)],
    ['permissions in a team of 100', get(() => `/team-permissions?team_id=${team.id}`)],
    ['one user', get(() => `/users/${some().id}`)],
    ['contact channels of a user', get(() => `/contact-channels?user_id=${some().id}`)],
    ['teams of a user', get(() => `/teams?user_id=${some().id}`)],
    ['sessions of a user', get(() => `/auth/sessions?user_id=${some().id}`)],
    ['metrics', get(() => '/internal/metrics')],
  ])
}
