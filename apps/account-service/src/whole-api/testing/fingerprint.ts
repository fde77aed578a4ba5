import { accountsSchema } from '../../index.ts'
import type { TestService } from '../../testing.ts'

/** What is written down about calls that were refused, and what the service does by itself in the meantime. */
const beside = new Set([
  'audit_entries',
  'audit_ends',
  'audit_checkpoints',
  'user_activity',
  'user_activity_days',
  'counters',
  'sent_emails',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
])

/** Tries that were counted, and when something was last used. */
const countedColumns = ['attempts', 'last_used_at', 'last_used_ip', 'last_active_at']

interface Fingerprint {
  readonly [table: string]: string
}

/** One line for each table of accounts: how many rows, and a hash over all of them. Two are equal when nothing changed. */
export async function fingerprintOf({ server }: TestService): Promise<Fingerprint> {
  const tables = await tablesOf(server)
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as content
       from (select (to_jsonb(t) - $1::text[])::text as line from ${accountsSchema}."${table}" t) lines`,
  )
  const { rows } = await server.pool.query<{ name: string; content: string }>(parts.join('\nunion all '), [
    countedColumns,
  ])
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

const known = new WeakMap<object, Promise<string[]>>()

function tablesOf(server: TestService['server']): Promise<string[]> {
  const tables = known.get(server) ?? findTables(server)
  known.set(server, tables)
  return tables
}

async function findTables(server: TestService['server']): Promise<string[]> {
  const { rows } = await server.pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE' order by table_name`,
    [accountsSchema],
  )
  return rows.map(({ table_name }) => table_name).filter((name) => !beside.has(name))
}

/** The tables in which two fingerprints differ. */
export function changedBetween(before: Fingerprint, after: Fingerprint): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table])
}
