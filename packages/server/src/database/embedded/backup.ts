import { randomBytes } from 'node:crypto'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { required } from '@parley/primitives'
import type { PoolClient } from 'pg'
import { connectAsSuperuser } from '../open.ts'
import { copyFolder, copySyncedFile, syncToDisk } from './copy-folder.ts'

export interface BackupOptions {
  /** The data directory to copy. Parley may be running on it. */
  readonly dataDirectory: string
  /** The data directory of the copy. */
  readonly to: string
  readonly signal: AbortSignal
}

/**
 * Copies the embedded database while it is running, with PostgreSQL's low-level base backup API. The copy is
 * consistent and contains every transaction that was committed before the call. Returns the number of bytes
 * copied.
 *
 * @throws {Error} when there is no database, or when it stops during the copy, which is then unusable.
 */
export async function backUpDatabase({ dataDirectory, to, signal }: BackupOptions): Promise<number> {
  await using server = await connectAsSuperuser({ kind: 'embedded', dataDirectory })
  const client = await server.pool.connect()
  try {
    return await copyDatabase(client, join(to, 'postgresql'), signal)
  } finally {
    // Closing the connection drops the temporary slot and ends an unfinished backup.
    client.release(true)
  }
}

async function copyDatabase(client: PoolClient, to: string, signal: AbortSignal): Promise<number> {
  const files = await findDatabaseDirectory(client)
  if (`${to}${sep}`.startsWith(`${await realpath(files)}${sep}`))
    throw new Error(`The copy must be outside the database directory ${files}.`)

  // The replication slot retains all write-ahead log from now on until it is copied.
  const slot = `backup_${randomBytes(8).toString('hex')}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  const { rows: startRows } = await client.query<{ lsn: string }>(
    "select pg_backup_start('Parley', true)::text as lsn",
  )
  let bytes = await copyFolder(files, to, { includes: shouldCopy, signal })
  await writeSynced(join(to, controlFile), await readControlFile(join(files, controlFile)))

  const { rows: ended } = await client.query<{ lsn: string; label: string }>(
    'select lsn::text as lsn, labelfile as label from pg_backup_stop(false)',
  )
  await writeSynced(join(to, 'backup_label'), required(ended[0], 'the end of the backup').label)
  await mkdir(join(to, 'pg_wal'), { recursive: true, mode: 0o700 })
  for (const name of await listWalFiles(
    client,
    required(startRows[0], 'the start of the backup').lsn,
    required(ended[0], 'the end of the backup').lsn,
  )) {
    signal.throwIfAborted()
    bytes += await copySyncedFile(join(files, 'pg_wal', name), join(to, 'pg_wal', name))
  }
  await syncToDisk(join(to, 'pg_wal'))
  await syncToDisk(to)
  return bytes
}

/** @throws {Error} when some database files are outside of the data directory, and a copy would miss them. */
async function findDatabaseDirectory(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ files: string; elsewhere: string }>(
    `select current_setting('data_directory') as files,
       (select count(*) from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as elsewhere`,
  )
  const { files, elsewhere } = required(rows[0], 'a row')
  if (Number(elsewhere) > 0)
    throw new Error('The database has additional tablespaces, which only pg_basebackup can copy.')
  return files
}

const controlFile = join('global', 'pg_control')
/**
 * Directories that must exist in the copy, but whose contents belong to the running server or are copied
 * separately.
 */
const emptiedDirectories = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/./
/** Files of the running server that must not be copied, or that are created again. */
const serverSpecificFiles =
  /^(postmaster\.(pid|opts)|postgresql\.auto\.conf\.tmp|backup_label|tablespace_map)$|(^|\/)(pgsql_tmp|pg_internal\.init)/

function shouldCopy(path: string): boolean {
  return path !== controlFile && !emptiedDirectories.test(path) && !serverSpecificFiles.test(path)
}

/** The server overwrites this file in place. Two identical reads show that it was not being written. */
async function readControlFile(path: string): Promise<Buffer> {
  let before = await readFile(path)
  for (;;) {
    const now = await readFile(path)
    if (now.equals(before)) return now
    before = now
  }
}

/** Returns the names of the write-ahead log files between two positions, which recovery of the copy needs. */
async function listWalFiles(client: PoolClient, startRows: string, ended: string): Promise<string[]> {
  // One byte into each file, because PostgreSQL releases differ in which file a segment boundary belongs to.
  const { rows } = await client.query<{ name: string }>(
    `with log as (
       select pg_size_bytes(current_setting('wal_segment_size'))::numeric as size,
         $1::pg_lsn - '0/0'::pg_lsn as first, $2::pg_lsn - '0/0'::pg_lsn - 1 as last
     )
     select pg_walfile_name('0/0'::pg_lsn + number * size + 1) as name
     from log, generate_series(floor(first / size), floor(last / size)) number`,
    [startRows, ended],
  )
  return rows.map(({ name }) => name)
}

async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flush: true })
}
