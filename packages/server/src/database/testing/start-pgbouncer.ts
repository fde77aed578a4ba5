import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { Client } from 'pg'
import type { DatabaseServer } from '../open.ts'

/** Debian installs it in a directory that is not on the PATH of users. */
const searchPath = `${process.env.PATH}:/usr/sbin`

export interface PgBouncer extends AsyncDisposable {
  /** URL of the database through the pooler. */
  readonly url: string
}

/**
 * Starts PgBouncer in transaction mode before a database.
 *
 * @param poolSize Number of sessions that all transactions share.
 * @throws {Error} when PgBouncer is not installed: the Debian package is `pgbouncer`.
 */
export async function startPgBouncer(
  { pool }: Pick<DatabaseServer, 'pool'>,
  { poolSize }: { readonly poolSize: number },
): Promise<PgBouncer> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'))
  const { host, port, user, password, database } = await readConnection(pool)
  const [listenPort = 0] = await findFreePorts(1)
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${database} = host=${host} port=${port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  // PgBouncer does not run as root. The user of the database server may open its socket.
  await chmod(directory, 0o755)
  const { uid } = await stat(host)
  const child = spawn('pgbouncer', [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: searchPath },
    ...(process.getuid?.() === 0 ? { uid } : {}),
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = once(child, 'exit')
  ended.catch(() => {})
  const dispose = async () => {
    child.kill('SIGKILL')
    await ended.catch(() => {})
    await rm(directory, { recursive: true, force: true })
  }
  const url = `postgresql://parley@127.0.0.1:${listenPort}/${database}`
  try {
    await waitUntil(
      () => `PgBouncer of the Debian package pgbouncer responds: ${output}`,
      () => responds(url),
    )
  } catch (error) {
    await dispose()
    throw error
  }
  return { url, [Symbol.asyncDispose]: dispose }
}

async function responds(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the connection parameters of the sessions of a pool. */
async function readConnection(pool: DatabaseServer['pool']) {
  const client = await pool.connect()
  try {
    const { host, port, user, password, database } = client as unknown as Client
    return { host, port, user, password, database }
  } finally {
    client.release()
  }
}
