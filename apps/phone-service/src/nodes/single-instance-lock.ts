import { systemClock } from '@parley/primitives'
import { type DatabaseServer, type Log, runPeriodically } from '@parley/server'

/** The part of a pool connection that is used here. */
interface Connection {
  query(text: string): Promise<unknown>
  once(event: 'end', listener: () => void): unknown
  /** Closes the connection. */
  release(destroy: true): void
}

/** Grace period for the previous instance to exit. */
const lockTimeoutMs = 3_000
const checkIntervalMs = 2_000
const queryTimeoutMs = 5_000

/** The error code of PostgreSQL for a lock timeout. */
const lockNotAvailable = '55P03'

/**
 * Acquires an advisory lock on a dedicated connection, so that only one phone service uses the database. Two services
 * would register the same trunks and lose incoming calls, and a service that starts with a copy of another one's data
 * directory would end the other one's calls.
 *
 * PostgreSQL releases the lock with its connection: immediately when the process ends, within 30 seconds when the
 * machine fails. A lost connection is replaced. If another service has taken the lock by then, that is logged once.
 *
 * @throws {Error} with a message for the terminal when another phone service holds the lock.
 */
export async function acquireSingleInstanceLock(
  { pool }: DatabaseServer,
  log: Log,
): Promise<AsyncDisposable> {
  let holder: Connection | null = null
  let reported: 'instance_lock.lost' | 'instance_lock.taken' | null = null
  const report = (name: NonNullable<typeof reported>) => {
    if (reported !== name) log.error(name, {})
    reported = name
  }
  const setHolder = (connection: Connection) => {
    holder = connection
    reported = null
    connection.once('end', () => releaseHolder(connection))
  }
  const releaseHolder = (connection: Connection) => {
    if (holder !== connection) return
    holder = null
    connection.release(true)
  }
  const ensureLock = async () => {
    const current = holder
    if (current && !(await isAlive(current))) releaseHolder(current)
    if (holder) return
    if (reported === null) report('instance_lock.lost')
    const connection = await takeLock(pool)
    if (connection) setHolder(connection)
    else report('instance_lock.taken')
  }

  const first = await takeLock(pool)
  if (!first)
    throw new Error(
      'Another phone service is already using this database. Only one is allowed, because it controls the calls and registers the trunks. Stop the other service or set another DATABASE_URL.',
    )
  setHolder(first)
  // Failures are ignored: the next run retries until the database is back.
  const periodicCheck = runPeriodically({ intervalMs: checkIntervalMs, onFailure: () => {} }, ensureLock)
  return {
    async [Symbol.asyncDispose]() {
      await periodicCheck[Symbol.asyncDispose]()
      if (holder) releaseHolder(holder)
    },
  }
}

/** Detects a connection that was dropped without a close, for example by a firewall. */
async function isAlive(connection: Connection): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const cancelTimeout = systemClock.after(queryTimeoutMs, () => resolve(false))
  connection.query('select 1').then(
    () => resolve(true),
    () => resolve(false),
  )
  return await promise.finally(cancelTimeout)
}

/** Returns a connection that holds the lock, or null when another session holds it. */
async function takeLock(pool: DatabaseServer['pool']): Promise<Connection | null> {
  const connection: Connection = await pool.connect()
  try {
    // Keepalives let PostgreSQL detect that this machine has failed.
    await connection.query(
      `set lock_timeout = ${lockTimeoutMs};
       set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`,
    )
    await connection.query("select pg_advisory_lock(hashtext('parley-phone'))")
    return connection
  } catch (error) {
    connection.release(true)
    if ((error as { code?: unknown }).code === lockNotAvailable) return null
    throw error
  }
}
