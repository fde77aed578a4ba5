import type { Migration } from '@parley/server'

/** The workspaces with reserved call slots, which every call counts. */
export const slotsInUse: Migration = {
  name: '0008-slots-in-use',
  sql: 'create index calling_limits_in_use on calling_limits (workspace_id) where cardinality(slot_ids) > 0',
}
