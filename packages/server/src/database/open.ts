import { createHash } from 'node:crypto'
import { Kysely } from 'kysely'
import { type Client, type ClientConfig, Pool, type PoolConfig, type QueryConfig } from 'pg'
import { type Cluster, findRunningServer, startCluster, wasStarted } from './embedded/cluster.ts'
import { lockDataDirectory } from './embedded/data-lock.ts'
import type { ServerConnection } from './embedded/server-process.ts'
import { DatabaseClient } from './is-database-unavailable.ts'
import { createDialect, lockTimeoutMs } from './lock-timeout.ts'

interface EmbeddedLocation {
  readonly kind: 'embedded'
  /** Locked by the caller; see {@link lockDataDirectory}. */
  readonly dataDirectory: string
  readonly onProgress?: (sentence: string) => void
}

export type DatabaseLocation =
  | EmbeddedLocation
  | {
      readonly kind: 'postgres'
      readonly url: string
      /**
       * URL of the server itself when `url` is that of a connection pooler in transaction mode (PgBouncer),
       * which gives each transaction another session.
       */
      readonly directUrl?: string | null
    }

/** A PostgreSQL database. Each service has its own schema. */
export interface DatabaseServer extends AsyncDisposable {
  /** Every transaction may use another session: no advisory lock or setting of a session may be used here. */
  readonly pool: Pool
  /**
   * For what a session keeps: advisory locks and settings. The same as `pool` when there is no connection
   * pooler.
   */
  readonly sessionPool: Pool
  /**
   * Options of `pg` for a separate connection to the server itself, for example to listen for notifications.
   */
  readonly connection: ClientConfig
  /** Directory of the files of the embedded server; null of a server that was not started here. */
  readonly directory: string | null
  /** Returns a typed Kysely instance for one schema. It shares the pool; do not destroy it. */
  schema<Tables>(name: string): Kysely<Tables>
  /** As {@link schema}, on connections that no request uses: for what may not wait for the requests of users. */
  reservedSchema<Tables>(name: string): Kysely<Tables>
  /** Opens other connections to the same database, so that what uses these does not wait for them. */
  openOther(): DatabaseServer
}

const minVersion = 150_000
const maxConnections = 20
/** One for the heartbeat of a node, and one for the detection of crashed nodes. */
const maxReservedConnections = 2

/**
 * Opens a database, and starts the embedded server when no URL is set. While the server is down, queries
 * fail; they succeed again once it is back.
 *
 * @throws {Error} with a message for the terminal when it is unreachable or older than PostgreSQL 15.
 */
export async function openDatabase(location: DatabaseLocation): Promise<DatabaseServer> {
  if (location.kind === 'postgres') {
    const { url, directUrl } = location
    const server =
      directUrl && directUrl !== url
        ? createPooledServer({ connectionString: url }, { connectionString: directUrl })
        : createDatabaseServer({ connectionString: url })
    await checkPool('DATABASE_URL', server, server.pool)
    if (server.sessionPool !== server.pool) await checkPool('DATABASE_DIRECT_URL', server, server.sessionPool)
    return server
  }

  return await openEmbedded(location, ({ connection }) => connection)
}

async function openEmbedded(
  location: EmbeddedLocation,
  select: (cluster: Cluster) => ServerConnection,
): Promise<DatabaseServer> {
  const cluster = await startCluster(location)
  const open = (): DatabaseServer => ({
    ...createDatabaseServer(select(cluster)),
    directory: cluster.directory,
    openOther: open,
  })
  const server = open()
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/**
 * Opens the database for a command that may run while Parley is running. An embedded server that is not
 * running is started until the result is disposed.
 *
 * @throws {Error} with a message for the terminal, for example when Parley was never started there.
 */
export async function connectToDatabase(location: DatabaseLocation): Promise<DatabaseServer> {
  if (location.kind === 'postgres') return await openDatabase(location)

  return await connectToEmbedded(location, ({ connection }) => connection)
}

/** Opens the embedded database as {@link connectToDatabase} does, as superuser. For backups. */
export async function connectAsSuperuser(location: EmbeddedLocation): Promise<DatabaseServer> {
  return await connectToEmbedded(location, ({ superuser }) => superuser)
}

async function connectToEmbedded(
  location: EmbeddedLocation,
  select: (connections: Pick<Cluster, 'connection' | 'superuser'>) => ServerConnection,
): Promise<DatabaseServer> {
  const { dataDirectory } = location
  const running = await findRunningServer(dataDirectory)
  if (running) return createDatabaseServer(select(running))
  if (!(await wasStarted(dataDirectory)))
    throw new Error(`There is no Parley data in ${dataDirectory}. Start Parley once, or set PARLEY_DATA.`)

  const lock = await lockDataDirectory(dataDirectory)
  try {
    const server = await openEmbedded(location, select)
    return {
      ...server,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        await lock[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}

/** @throws {Error} with a message for the terminal when the pool cannot be used. The server is closed. */
async function checkPool(setting: string, server: DatabaseServer, pool: Pool): Promise<void> {
  try {
    await checkVersion(pool)
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw new Error(`The database of ${setting} cannot be used: ${(error as Error).message}`)
  }
}

function createDatabaseServer(connection: ClientConfig): DatabaseServer {
  const limited = { ...connection, lock_timeout: lockTimeoutMs }
  const pool = openPool(limited, { max: maxConnections, statements: 'prepared' })
  const reserved = openPool(limited, { max: maxReservedConnections, statements: 'prepared' })
  return {
    pool,
    sessionPool: pool,
    connection,
    directory: null,
    schema: createSchemaSelector(pool, 'of-session'),
    reservedSchema: createSchemaSelector(reserved, 'of-session'),
    openOther: () => createDatabaseServer(connection),
    async [Symbol.asyncDispose]() {
      await pool.end()
      await reserved.end()
    },
  }
}

/**
 * Opens a database through a connection pooler in transaction mode, where a prepared statement belongs to
 * another session.
 */
function createPooledServer(pooled: ClientConfig, direct: ClientConfig): DatabaseServer {
  const pool = openPool(pooled, { max: maxConnections, statements: 'unnamed' })
  const reserved = openPool(pooled, { max: maxReservedConnections, statements: 'unnamed' })
  const sessionPool = openPool(direct, { max: 4, statements: 'unnamed' })
  return {
    pool,
    sessionPool,
    connection: direct,
    directory: null,
    // PgBouncer rejects connections with a lock timeout.
    schema: createSchemaSelector(pool, 'of-transaction'),
    reservedSchema: createSchemaSelector(reserved, 'of-transaction'),
    openOther: () => createPooledServer(pooled, direct),
    async [Symbol.asyncDispose]() {
      await pool.end()
      await reserved.end()
      await sessionPool.end()
    },
  }
}

function createSchemaSelector(pool: Pool, lockTimeout: 'of-session' | 'of-transaction') {
  return <Tables>(name: string) =>
    new Kysely<Tables>({ dialect: createDialect(pool, lockTimeout) }).withSchema(name)
}

function openPool(
  connection: ClientConfig,
  { max, statements }: { readonly max: number; readonly statements: 'prepared' | 'unnamed' },
): Pool {
  // Opening a connection takes milliseconds on both sides, so idle connections are reused for a minute.
  const settings: PoolConfig = {
    ...connection,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  }
  const pool = new Pool({
    ...settings,
    Client: statements === 'prepared' ? PreparedStatementClient : DatabaseClient,
  } as PoolConfig)
  // A connection that the server closes is replaced at the next query. Without a listener its error would end
  // the process: the pool listens to idle connections only, not to one within a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function checkVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  )
  const [row] = rows
  if (Number(row?.server_version_num) < minVersion) {
    throw new Error(`it is PostgreSQL ${row?.server_version}, but version 15 or newer is required.`)
  }
}

const statementNames = new Map<string, string>()
/** A connection stores every named statement, and lists of varying length create ever new ones. */
const maxStatements = 2_000

/** Names each statement with parameters, so that the server prepares it once per connection. */
class PreparedStatementClient extends DatabaseClient {
  // Keeps the overloads of the base class. Only calls with text and values are changed.
  override query = ((first: unknown, values?: unknown, callback?: unknown) => {
    const original = super.query as unknown as (...all: unknown[]) => unknown
    const name = typeof first === 'string' && Array.isArray(values) ? toStatementName(first) : undefined
    if (!name) return original.call(this, first, values, callback)
    const config: QueryConfig = { name, text: first as string, values: values as unknown[] }
    return original.call(this, config, callback)
  }) as Client['query']
}

function toStatementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= maxStatements) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  statementNames.set(text, name)
  return name
}
