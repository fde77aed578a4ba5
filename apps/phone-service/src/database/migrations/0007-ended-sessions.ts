import type { Migration } from '@parley/server'

const statements = [
  'create table ended_sessions (session_id text primary key, ended_at timestamptz not null)',
  'create index ended_sessions_by_end on ended_sessions (ended_at)',
]

/** The sessions whose access tokens are rejected although they have not expired. */
export const endedSessions: Migration = { name: '0007-ended-sessions', sql: statements.join(';\n') }
