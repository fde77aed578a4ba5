import type { Migration } from '@parley/server'

/** When the trunk has answered, which it charges also when the call could not be connected. */
export const answeredCharges: Migration = {
  name: '0049-answered-charges',
  sql: 'alter table call_charges add column answered_at timestamptz',
}
