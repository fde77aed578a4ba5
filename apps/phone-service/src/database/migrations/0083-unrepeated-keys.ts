import type { Migration } from '@parley/server'

const statements = [
  'create index unrepeated_contact_keys on contact_keys (workspace_id, kind, key) where not is_repeated',
]

/** Finds the first contact with a key, which is marked when another one gets the key. */
export const unrepeatedKeys: Migration = { name: '0083-unrepeated-keys', sql: statements.join(';\n') }
