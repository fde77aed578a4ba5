import type { Migration } from '@parley/server'

const statements = [
  `create table emergency_slots (
    slot_id uuid primary key,
    workspace_id uuid not null,
    user_id uuid not null
  )`,
  'create index emergency_slots_by_workspace on emergency_slots (workspace_id)',
]

/** The active emergency calls, which no other limit counts. */
export const emergencySlots: Migration = {
  name: '0052-emergency-slots',
  sql: statements.join(';\n'),
}
