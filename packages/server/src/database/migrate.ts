import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { DatabaseServer } from './open.ts'

/** One step, written by hand in SQL for PostgreSQL 15. Never changed, not by a space, once it has run anywhere. */
export interface Migration {
  /** Sorts and identifies it: `0001-users`. */
  readonly name: string
  readonly sql: string
}

/**
 * Brings one schema up to date. Runs under an advisory lock, so that any number of processes may start at once; each step
 * is a transaction. Unqualified names in a step mean the schema. The hash of each step is kept beside its name; a step that
 * ran before hashes were kept is taken to be the one in the list.
 *
 * @throws {Error} when the database has a step that is not in the list, since an older program must not write into a newer
 *   schema, or a step of the same name that said something else. Nothing has run then.
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
    await client.query('alter table migrations add column if not exists sha256 text')
    await runMissing(client, schema, migrations)
  } finally {
    await client.query('reset search_path').catch(() => {})
    await client.query("select pg_advisory_unlock(hashtext('parley-migrations'))").catch(() => {})
    client.release()
  }
}

interface RanStep {
  readonly name: string
  /** Null where it ran before hashes were kept. */
  readonly sha256: string | null
}

async function runMissing(
  client: PoolClient,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<RanStep>('select name, sha256 from migrations order by name')
  const ran = new Set(rows.map(({ name }) => name))
  refuseOtherSteps(schema, rows, migrations)
  for (const { name, sql } of migrations) {
    await client.query('update migrations set sha256 = $2 where name = $1 and sha256 is null', [
      name,
      hashOf(sql),
    ])
  }
  for (const { name, sql } of migrations.filter((migration) => !ran.has(migration.name))) {
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hashOf(sql)])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

function refuseOtherSteps(schema: string, ran: readonly RanStep[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, sql }) => [name, hashOf(sql)]))
  const unknown = ran.find(({ name }) => !known.has(name))
  if (unknown) {
    throw new Error(
      `The database was used by a newer Parley (schema ${schema}, step ${unknown.name}). Start that version, or restore a backup.`,
    )
  }
  const changed = ran.find(({ name, sha256 }) => sha256 !== null && sha256 !== known.get(name))
  if (changed) {
    throw new Error(
      `The database was made by another Parley (schema ${schema}, step ${changed.name} is not the same). Start that version, or restore a backup.`,
    )
  }
}

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}
