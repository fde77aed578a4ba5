import type { Migration } from '@parley/server'

const statements = [
  `create table answered_slots (
    slot_id uuid primary key,
    workspace_id uuid not null,
    user_id uuid not null
  )`,
  'create index answered_slots_by_workspace on answered_slots (workspace_id)',
]

/** The browsers that answer incoming calls, which the caps of outgoing calls do not count. */
export const answeredSlots: Migration = {
  name: '0104-answered-slots',
  sql: statements.join(';\n'),
}
