import type { Migration } from '@parley/server'

const statements = [
  // The default is where earlier versions store recordings; one of them may still be ending its calls.
  `alter table recordings
    add column stored_in text not null default 'disk' check (stored_in in ('spool', 'disk', 's3')),
    add column deleted_at timestamptz`,
  'create index recordings_to_store on recordings (node_id, stored_in, state)',
  'create index recordings_to_delete on recordings (id) where deleted_at is not null',
  'create index recordings_by_workspace on recordings (workspace_id) include (size_bytes, deleted_at)',
]

/** Recordings are objects of a store, and are deleted from it before their rows. */
export const recordingStores: Migration = {
  name: '0014-recording-stores',
  sql: statements.join(';\n'),
}
