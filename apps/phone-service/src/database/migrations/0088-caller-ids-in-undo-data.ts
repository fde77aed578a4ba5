import type { Migration } from '@parley/server'

/** The caller IDs of a deleted user are found without reading what undoes the changes of all workspaces. */
export const callerIdsInUndoData: Migration = {
  name: '0088-caller-ids-in-undo-data',
  sql: `create index contact_change_items_by_caller_id on contact_change_items
    using gin ((contact_before -> 'callerIds') jsonb_path_ops)`,
}
