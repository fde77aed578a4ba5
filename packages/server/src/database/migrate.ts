import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { DatabaseServer } from './open.ts'

/**
 * A migration in hand-written SQL for PostgreSQL 15. It must never change, not even by a space, once it has
 * run anywhere.
 */
export interface Migration {
  /** Identifies and sorts the migration, for example `0001-users`. */
  readonly name: string
  readonly sql: string
}

/**
 * Migrates a schema. Runs under an advisory lock, so that several processes can start at the same time. Each
 * migration runs in a transaction, and its unqualified names refer to the schema. The hash of each migration
 * is stored with its name; for a migration that ran before hashes were stored, the current hash is assumed.
 *
 * @throws {Error} when the database has a migration that is not in the list, because an older program must
 * not write to
 *   a newer schema, or a migration with the same name and different SQL. Nothing has run then.
 */
export async function migrate(
  server: DatabaseServer,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const client = await server.sessionPool.connect()
  try {
    // The migrations of another process, and the locks of tables, may take longer than requests wait.
    await client.query('set lock_timeout = 0')
    await client.query("select pg_advisory_lock(hashtext('parley-migrations'))")
    const identifier = client.escapeIdentifier(schema)
    await client.query(`create schema if not exists ${identifier}`)
    await client.query(`set search_path to ${identifier}`)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    await client.query('alter table migrations add column if not exists sha256 text')
    await applyPending(client, schema, migrations)
  } finally {
    await client.query('reset search_path').catch(() => {})
    await client.query("select pg_advisory_unlock(hashtext('parley-migrations'))").catch(() => {})
    await client.query('reset lock_timeout').catch(() => {})
    client.release()
  }
}

interface AppliedMigration {
  readonly name: string
  /** Null when it ran before hashes were stored. */
  readonly sha256: string | null
}

async function applyPending(
  client: PoolClient,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<AppliedMigration>('select name, sha256 from migrations order by name')
  const ran = new Set(rows.map(({ name }) => name))
  requireKnownMigrations(schema, rows, migrations)
  for (const { name, sql } of migrations) {
    await client.query('update migrations set sha256 = $2 where name = $1 and sha256 is null', [
      name,
      hashSql(sql),
    ])
  }
  for (const { name, sql } of migrations.filter((migration) => !ran.has(migration.name))) {
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hashSql(sql)])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

function requireKnownMigrations(
  schema: string,
  ran: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map(({ name, sql }) => [name, hashSql(sql)]))
  const unknown = ran.find(({ name }) => !known.has(name))
  if (unknown) {
    throw new Error(
      `The database was migrated by a newer version of Parley (schema ${schema}, migration ${unknown.name}). Start that version or restore a backup.`,
    )
  }
  const changed = ran.find(({ name, sha256 }) => sha256 !== null && sha256 !== known.get(name))
  if (changed) {
    throw new Error(
      `The database was migrated by a different version of Parley (schema ${schema}, migration ${changed.name} differs). Start that version or restore a backup.`,
    )
  }
}

function hashSql(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}
