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
/**
 * A process that was suspended, or that waits for a connection that hangs, may have lost the lock without
 * notice.
 */
const maxUnverifiedMs = 10_000

/** The error code of PostgreSQL for a lock timeout. */
const lockNotAvailable = '55P03'

/** The right to place and accept calls, which one process per database has. */
export interface SingleInstanceLock extends AsyncDisposable {
  /** Whether the database confirmed the lock within the last 10 s. False as soon as its connection closes. */
  readonly isHeld: boolean
  /** Whether this node has released it while it held it: its running calls continue without it. */
  readonly isReleased: boolean
  /** Lets another service start, and does not acquire the lock again. */
  release(): Promise<void>
}

/**
 * Acquires an advisory lock on a dedicated connection, so that only one phone service uses the database. Two
 * services would register the same trunks and lose incoming calls, and a service that starts with a copy of
 * another one's data directory would end the other one's calls.
 *
 * PostgreSQL releases the lock with its connection: immediately when the process ends, within 30 seconds when
 * the machine fails. A lost connection is replaced. If another service has taken the lock by then, that is
 * logged once, and the lock is acquired when it becomes free.
 *
 * @throws {Error} with a message for the terminal when another phone service holds the lock.
 */
export async function acquireSingleInstanceLock(
  { sessionPool }: Pick<DatabaseServer, 'sessionPool'>,
  log: Log,
): Promise<SingleInstanceLock> {
  let holder: Connection | null = null
  let verifiedAt = 0
  let isReleased = false
  const reports = createLossReports(log)
  const setHolder = (connection: Connection) => {
    holder = connection
    verifiedAt = performance.now()
    reports.end()
    connection.once('end', () => {
      if (holder === connection) reports.add('instance_lock.lost')
      releaseHolder(connection)
    })
  }
  const releaseHolder = (connection: Connection) => {
    if (holder !== connection) return
    holder = null
    connection.release(true)
  }
  const ensureLock = async () => {
    const current = holder
    // The time of the query, because the process may have been suspended after the database responded.
    const checkedAt = performance.now()
    if (current && (await isAlive(current))) verifiedAt = checkedAt
    else if (current) releaseHolder(current)
    if (holder) return
    if (!reports.hasAny()) reports.add('instance_lock.lost')
    const connection = await takeLock(sessionPool)
    if (connection) setHolder(connection)
    else reports.add('instance_lock.taken')
  }

  const first = await takeLock(sessionPool)
  if (!first)
    throw new Error(
      'Another phone service is already using this database. Only one is allowed, because it controls the calls and registers the trunks. Stop the other service or set another DATABASE_URL.',
    )
  setHolder(first)
  // Failures are ignored: the next run retries until the database is back.
  const periodicCheck = runPeriodically({ intervalMs: checkIntervalMs, onFailure: () => {} }, ensureLock)
  const isHeld = () => holder !== null && performance.now() - verifiedAt < maxUnverifiedMs
  const release = async () => {
    isReleased ||= isHeld()
    await periodicCheck[Symbol.asyncDispose]()
    if (holder) releaseHolder(holder)
  }
  return {
    get isHeld() {
      return isHeld()
    },
    get isReleased() {
      return isReleased
    },
    release,
    [Symbol.asyncDispose]: release,
  }
}

/** Logs why the lock is not held, once for each cause, and when it is held again. */
function createLossReports(log: Log) {
  let last: 'instance_lock.lost' | 'instance_lock.taken' | null = null
  return {
    hasAny: () => last !== null,
    add(name: NonNullable<typeof last>): void {
      if (last !== name) log.error(name, { effect: 'This node places and accepts no calls.' })
      last = name
    },
    end(): void {
      if (last) log.warn('instance_lock.reacquired')
      last = null
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

/**
 * Returns a connection that holds the lock, or null when another session holds it.
 *
 * @throws {Error} when the database does not respond in time.
 */
async function takeLock(pool: DatabaseServer['sessionPool']): Promise<Connection | null> {
  const connection: Connection = await pool.connect()
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const cancelTimeout = systemClock.after(lockTimeoutMs + queryTimeoutMs, () =>
    reject(new Error('The database does not respond.')),
  )
  try {
    await Promise.race([requestLock(connection), timeout])
    return connection
  } catch (error) {
    // A lock that the database grants after the timeout is released with the connection.
    connection.release(true)
    if ((error as { code?: unknown }).code === lockNotAvailable) return null
    throw error
  } finally {
    cancelTimeout()
  }
}

async function requestLock(connection: Connection): Promise<void> {
  // Keepalives let PostgreSQL detect that this machine has failed.
  await connection.query(
    `set lock_timeout = ${lockTimeoutMs};
     set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`,
  )
  await connection.query("select pg_advisory_lock(hashtext('parley-phone'))")
}
