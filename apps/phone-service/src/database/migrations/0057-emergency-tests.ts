import type { Migration } from '@parley/server'

const statements = [
  'alter table emergency_routes add column tested_at timestamptz',
  'alter table emergency_routes add column changed_at timestamptz not null default now()',
]

/** The last test of the route of emergency calls that succeeded, and the last change that makes it outdated. */
export const emergencyTests: Migration = { name: '0057-emergency-tests', sql: statements.join(';\n') }
