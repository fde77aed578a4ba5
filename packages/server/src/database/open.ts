import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolConfig, type QueryConfig } from 'pg'
import { findRunning, startCluster, wasStarted } from './embedded/cluster.ts'
import { lockDataDirectory } from './embedded/data-lock.ts'

export type DatabaseLocation =
  | {
      readonly kind: 'embedded'
      /** Locked by the caller; see {@link lockDataDirectory}. */
      readonly dataDirectory: string
      readonly onProgress?: (sentence: string) => void
    }
  | { readonly kind: 'postgres'; readonly url: string }

/** One PostgreSQL database; each service has a schema of its own in it. */
export interface DatabaseServer extends AsyncDisposable {
  readonly pool: Pool
  /** What `pg` needs to connect on its own, for a connection that listens. */
  readonly connection: ClientConfig
  /** A typed way in to one schema, sharing the pool. Not to be destroyed: the server owns the pool. */
  schema<Tables>(name: string): Kysely<Tables>
}

const oldestVersion = 150_000

/**
 * Opens the database, starting the embedded one where no other is named. Whoever asks while it does not run is refused, and
 * finds it again at the next question once it does.
 *
 * @throws {Error} with a sentence for the terminal when it cannot be reached or is older than PostgreSQL 15.
 */
export async function openDatabase(location: DatabaseLocation): Promise<DatabaseServer> {
  if (location.kind === 'postgres') {
    const server = serverOn({ connectionString: location.url })
    try {
      await checkVersion(server.pool)
    } catch (error) {
      await server[Symbol.asyncDispose]()
      throw new Error(`The database of DATABASE_URL cannot be used: ${(error as Error).message}`)
    }
    return server
  }

  const cluster = await startCluster(location)
  const server = serverOn(cluster.connection)
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/**
 * Opens the database of a house that may be running at this moment, for a command beside it. An embedded server that does
 * not run is started for as long as it is used.
 *
 * @throws {Error} with a sentence for the terminal, such as when nothing was ever started there.
 */
export async function joinDatabase(location: DatabaseLocation): Promise<DatabaseServer> {
  if (location.kind === 'postgres') return await openDatabase(location)

  const { dataDirectory } = location
  const running = await findRunning(dataDirectory)
  if (running) return serverOn(running)
  if (!(await wasStarted(dataDirectory)))
    throw new Error(`There is no Parley in ${dataDirectory} yet. Start it once, or set PARLEY_DATA.`)

  const lock = await lockDataDirectory(dataDirectory)
  try {
    const server = await openDatabase(location)
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

function serverOn(connection: ClientConfig): DatabaseServer {
  // A connection costs milliseconds of both sides to make: those of a busy minute are there in the next one.
  const settings: PoolConfig = {
    ...connection,
    max: 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  }
  const pool = new Pool({ ...settings, Client: NamingClient } as PoolConfig)
  // A connection that the server closes is replaced at the next query. Without a listener it would end the process: the
  // pool has one for those that are idle, and none for one that is in the middle of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    connection,
    schema: <Tables>(name: string) =>
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(name),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

async function checkVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  )
  const [row] = rows
  if (Number(row?.server_version_num) < oldestVersion) {
    throw new Error(`it is PostgreSQL ${row?.server_version}, and version 15 is the oldest that works.`)
  }
}

const statementNames = new Map<string, string>()
/** A connection keeps every statement that has a name; texts with lists of many lengths would never end. */
const mostStatements = 2_000

/** Gives each statement with parameters a name, so that the server plans it once for each connection. */
class NamingClient extends Client {
  // The overloads of `query` are those of the class above; only the first shape is changed on its way.
  override query = ((first: unknown, values?: unknown, callback?: unknown) => {
    const original = super.query as unknown as (...all: unknown[]) => unknown
    const name = typeof first === 'string' && Array.isArray(values) ? nameOf(first) : undefined
    if (!name) return original.call(this, first, values, callback)
    const config: QueryConfig = { name, text: first as string, values: values as unknown[] }
    return original.call(this, config, callback)
  }) as Client['query']
}

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= mostStatements) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  statementNames.set(text, name)
  return name
}
