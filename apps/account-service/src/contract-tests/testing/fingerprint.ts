import { accountsSchema } from '../../index.ts'
import type { TestService } from '../../testing.ts'

/** Tables that failed requests and background jobs may write. */
const ignoredTables = new Set([
  'audit_entries',
  'audit_ends',
  'audit_checkpoints',
  'user_activity',
  'user_activity_days',
  'counters',
  'counter_changes',
  'sent_emails',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
])

/** Columns with attempt counters and times of last use. */
const ignoredColumns = ['attempts', 'last_used_at', 'last_used_ip', 'last_active_at']

interface Fingerprint {
  readonly [table: string]: string
}

/** One line per table: row count and a hash of all rows. Equal fingerprints mean that nothing changed. */
export async function takeFingerprint({ server }: TestService): Promise<Fingerprint> {
  const { rows } = await server.pool.query<{ name: string; content: string }>(await cachedQuery(server))
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

const known = new WeakMap<object, Promise<string>>()

function cachedQuery(server: TestService['server']): Promise<string> {
  const question = known.get(server) ?? buildQuery(server)
  known.set(server, question)
  return question
}

async function buildQuery(server: TestService['server']): Promise<string> {
  const { rows } = await server.pool.query<{ table_name: string; columns: string }>(
    `select c.table_name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = $1 and t.table_type = 'BASE TABLE' and c.column_name <> all($2)
     group by c.table_name order by c.table_name`,
    [accountsSchema, ignoredColumns],
  )
  return rows
    .filter(({ table_name }) => !ignoredTables.has(table_name))
    .map(
      ({ table_name, columns }) =>
        `select '${table_name}' as name, count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as content
         from (select row(${columns})::text as line from ${accountsSchema}."${table_name}") lines`,
    )
    .join('\nunion all\n')
}

/** Waits until queued jobs have run, because some codes are created by jobs. */
export async function waitForJobs({ server }: TestService): Promise<void> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 20) {
    const { rows } = await server.pool.query(
      `select 1 from jobs.job where state in ('created', 'active') and start_after <= now() limit 1`,
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Returns the tables in which two fingerprints differ. */
export function changedTables(before: Fingerprint, after: Fingerprint): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table])
}
