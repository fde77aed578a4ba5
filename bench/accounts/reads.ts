import type { DatabaseServer } from '@parley/server'
import { type Call, load, type Rate, type Send } from './load.ts'

/** Fills the project up to as many users. Triggers are left out and what they keep is written, or it would take an hour. */
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

/** How long reads of an owner's back end take, one after the other. */
export async function measureReads(
  { pool }: DatabaseServer,
  send: Send,
  { projectId, headers }: { readonly projectId: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Record<string, Rate>> {
  const { rows } = await pool.query<{ id: string; number: string }>(
    `select id, split_part(display_name, ' ', 2) as number from accounts.users
     where project_id = $1 and display_name like 'Person %' order by id limit 200`,
    [projectId],
  )
  const some = () => rows[Math.floor(Math.random() * rows.length)]!
  const get = (path: string) => () => ({ method: 'GET', path: `/api/v1${path}`, headers }) as const
  const reads: Record<string, () => Call> = {
    'first page of 100': get('/users?limit=100'),
    'latest page of 100': get('/users?limit=100&desc=true&order_by=signed_up_at'),
    'page of 100 from within': () => get(`/users?limit=100&cursor=${some().id}`)(),
    'search of an address': () => get(`/users?limit=100&query=filled-${some().number}@`)(),
    'search of a name': () =>
      get(`/users?limit=100&query=${encodeURIComponent(`Person ${some().number}`)}`)(),
    'search of three characters that all have': get('/users?limit=100&query=per'),
    'search of what nobody has': get('/users?limit=100&query=zzzqqq'),
    'one user': () => get(`/users/${some().id}`)(),
    'addresses of a user': () => get(`/contact-channels?user_id=${some().id}`)(),
    'teams of a user': () => get(`/teams?user_id=${some().id}`)(),
  }
  const rates: Record<string, Rate> = {}
  for (const [name, next] of Object.entries(reads)) {
    await load(send, { connections: 1, forMs: 500, next })
    rates[name] = await load(send, { connections: 1, forMs: 3_000, next })
  }
  return rates
}
