import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Cluster, startCluster } from '../embedded/cluster.ts'
import { type Migration, migrate } from '../migrate.ts'
import { type DatabaseServer, openDatabase } from '../open.ts'
import { removeData } from './remove-data.ts'
import { removeWithProcess } from './remove-with-process.ts'

/** Environment variable with the URL of the database server of a test run; set by the global set-up. */
export const testServerVariable = 'PARLEY_TEST_DATABASE_URL'

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  // Hundreds of databases exist for seconds each: visiting them all would keep a processor busy.
  autovacuum: 'off',
  checkpoint_timeout: '1h',
} as const

export interface TestServer extends AsyncDisposable {
  /** URL for the superuser. Stays the same after {@link start}. */
  readonly url: string
  /** URL for the role of Parley, for tests that use the server while it starts again: it takes no tables then. */
  readonly applicationUrl: string
  stop(): Promise<void>
  /** Starts the server again, on the same data. */
  start(): Promise<void>
}

/** Starts one embedded server for a whole test run, without syncing to disk. It ends with this process. */
export async function startTestServer(): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-test-'))
  removeWithProcess([directory])
  const launch = () => startCluster({ dataDirectory: directory, settings })
  let cluster: Cluster = await launch()
  const { superuser, connection } = cluster
  return {
    url: toUrl(superuser),
    applicationUrl: toUrl(connection),
    async stop() {
      await cluster[Symbol.asyncDispose]()
    },
    async start() {
      cluster = await launch()
    },
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]()
      await removeData(directory)
    },
  }
}

function toUrl({ host, user, password, database }: Cluster['connection']): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
}

export interface TestDatabase extends DatabaseServer {
  /** A new database for one test. */
  readonly url: string
}

/** The initial contents of a test database. */
export interface TestSchema {
  readonly schema: string
  readonly migrations: readonly Migration[]
  /**
   * Creates tables that are not part of the migrations, such as those of the queue. Runs once for each set of
   * migrations.
   */
  readonly prepare?: (server: DatabaseServer) => Promise<void>
}

/**
 * Opens a new database on the server of this test run. It is empty, or has the tables of `schema`.
 *
 * Disposing closes the connections. The database itself is removed with the server: dropping it would cost a
 * checkpoint.
 *
 * @throws {Error} when the run has no server: the vitest configuration names the set-up that starts it.
 */
export async function startTestDatabase(schema?: TestSchema): Promise<TestDatabase> {
  const serverUrl = process.env[testServerVariable]
  if (!serverUrl)
    throw new Error(`${testServerVariable} is not set. Run tests through the project's vitest configuration.`)
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = schema ? await findOrCreateTemplate(serverUrl, schema) : 'template1'
  await withClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  const url = buildUrl(serverUrl, name)
  return { ...(await openDatabase({ kind: 'postgres', url })), url }
}

/** Drops the databases of finished tests. Templates are kept for later tests. */
export async function dropTestDatabases(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      String.raw`select datname from pg_database where datname like 'test\_%'`,
    )
    for (const { datname } of rows)
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`)
  })
}

/**
 * Runs the migrations once for a server, whichever process comes first, and returns the name of the template
 * database.
 */
async function findOrCreateTemplate(
  serverUrl: string,
  { schema, migrations, prepare }: TestSchema,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([schema, migrations]))
    .digest('hex')
  const name = `template_${hash.slice(0, 16)}`
  await withClient(serverUrl, async (client) => {
    const exists = async () =>
      (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1
    if (await exists()) return
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if (await exists()) return
    const unfinished = `unfinished_${randomBytes(8).toString('hex')}`
    await client.query(`create database ${unfinished}`)
    const server = await openDatabase({ kind: 'postgres', url: buildUrl(serverUrl, unfinished) })
    try {
      await migrate(server, schema, migrations)
      await prepare?.(server)
    } finally {
      await server[Symbol.asyncDispose]()
    }
    // A session that is still ending would prevent the database from being renamed.
    await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
      unfinished,
    ])
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

function buildUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function withClient(url: string, run: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}
