import type { Migration } from '@parley/server'

/** Where somebody signed in, found without reading what else they did. */
export const knownDevices: Migration = {
  name: '0021-known-devices',
  sql: `
  create index audit_entries_started on audit_entries (actor_id, at) where action = 'session.started';
`,
}
