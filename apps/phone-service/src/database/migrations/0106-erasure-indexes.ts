import type { Migration } from '@parley/server'

const statements = [
  `create index recording_announcements_played on recording_announcements (workspace_id, started_at desc, id desc)
    where outcome = 'played'`,
  `create index recording_announcements_incomplete on recording_announcements (workspace_id, started_at desc, id desc)
    where outcome is distinct from 'played'`,
  'create index action_items_by_workspace on action_items (workspace_id)',
  'create index transcript_edits_by_user on transcript_edits (user_id)',
  'create index transcript_lines_edited on transcript_lines (workspace_id) where edited_by_name is not null',
  'create index call_analyses_by_requester on call_analyses (requested_by) where requested_by is not null',
  'create index erasures_due_by_workspace on erasures (workspace_id, due_at) where completed_at is null',
]

/** The ledger of announcements is filtered, and the data of a former member counted, without reading that of others. */
export const erasureIndexes: Migration = { name: '0106-erasure-indexes', sql: statements.join(';\n') }
