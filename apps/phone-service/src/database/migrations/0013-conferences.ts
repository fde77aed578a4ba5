import type { Migration } from '@parley/server'

const statements = [
  'alter table calls add column conference_id uuid',
  'alter table calls add column inviting_leg_id text',
  'update calls set conference_id = id',
  'alter table calls alter column conference_id set not null',
  'create index calls_by_conference on calls (conference_id)',
]

/** A call of a member who was added to the call of another member is part of the same conference. */
export const conferences: Migration = {
  name: '0013-conferences',
  sql: statements.join(';\n'),
}
