import type { Migration } from '@parley/server'

const statements = [
  'alter table erasure_calls add column failed_at timestamptz',
  'create index contact_change_items_by_contact on contact_change_items (contact_id)',
  'create index contact_import_changes_by_contact on contact_import_changes (contact_id)',
]

/** An erasure continues with other calls when one of them cannot be erased. */
export const erasureFailures: Migration = { name: '0105-erasure-failures', sql: statements.join(';\n') }
