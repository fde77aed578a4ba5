import type { Migration } from '@parley/server'

const statements = [
  'alter table carrier_numbers rename to personal_numbers',
  'alter table personal_numbers rename constraint carrier_numbers_pkey to personal_numbers_pkey',
  `alter table personal_numbers
    rename constraint carrier_numbers_workspace_id_user_id_key to personal_numbers_workspace_id_user_id_key`,
  'alter table calling_limits rename column open_lines to slot_ids',
  'alter table calls rename column line_ids to slot_ids',
  'alter table calls rename column rings_user_id to ring_user_id',
]

/** Renames a table and columns after the terms of the glossary. */
export const tableNames: Migration = { name: '0003-table-names', sql: statements.join(';\n') }
