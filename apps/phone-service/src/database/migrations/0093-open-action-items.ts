import type { Migration } from '@parley/server'

const statements = [
  // A call whose analysis was deleted is not analysed again by itself.
  'alter table transcriptions add column analysis_deleted_at timestamptz',
  `create index action_items_open on action_items (call_id, analysis_id) where done_at is null`,
  `create index action_items_open_by_workspace on action_items (workspace_id, call_id) where done_at is null`,
]

/** Open action items are found by call. */
export const openActionItems: Migration = { name: '0093-open-action-items', sql: statements.join(';\n') }
