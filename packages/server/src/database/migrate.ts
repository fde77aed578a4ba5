import type { PoolClient } from 'pg'
import type { DatabaseServer } from './open.ts'

/** One step, written by hand in SQL for PostgreSQL 15. Never changed once it has run anywhere. */
export interface Migration {
  /** Sorts and identifies it: `0001-users`. */
  readonly name: string
  readonly sql: string
}

/**
 * Brings one schema up to date. Runs under an advisory lock, so that any number of processes may start at once; each step
 * is a transaction. Unqualified names in a step mean the schema.
 *
 * @throws {Error} when the database has a step that is not in the list: an older program must not write into a newer schema.
 */
export async function migrate(
  server: DatabaseServer,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const client = await server.pool.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('parley-migrations'))")
    const identifier = client.escapeIdentifier(schema)
    await client.query(`create schema if not exists ${identifier}`)
    await client.query(`set search_path to ${identifier}`)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    await runMissing(client, schema, migrations)
  } finally {
    await client.query('reset search_path').catch(() => {})
    await client.query("select pg_advisory_unlock(hashtext('parley-migrations'))").catch(() => {})
    client.release()
  }
}

async function runMissing(
  client: PoolClient,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const ran = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...ran].find((name) => !known.has(name))
  if (unknown) {
    throw new Error(
      `The database was used by a newer Parley (schema ${schema}, step ${unknown}). Start that version, or restore a backup.`,
    )
  }
  for (const { name, sql } of migrations.filter((migration) => !ran.has(migration.name))) {
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}
