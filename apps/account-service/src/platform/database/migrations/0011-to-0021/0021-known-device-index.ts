import type { Migration } from '@parley/server'

/** Index of sign-ins, for known devices. */
export const knownDeviceIndex: Migration = {
  name: '0021-known-devices',
  sql: `
  create index audit_entries_started on audit_entries (actor_id, at) where action = 'session.started';
`,
}
