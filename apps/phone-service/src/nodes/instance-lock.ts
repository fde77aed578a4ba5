import { systemClock } from '@parley/primitives'
import { type DatabaseServer, type Log, runPeriodically } from '@parley/server'

/** The part of a pool connection that is used here. */
interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<unknown>
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
const maxUnverifiedMs = 8_000

const singleTaken =
  'Another phone service is already using this database. Set PARLEY_REDIS_URL for all phone services to run several, or stop the other one.'
const nodeTaken =
  'Another phone service is already using this database without PARLEY_REDIS_URL, or with the same PARLEY_DATA. Set PARLEY_REDIS_URL for all phone services, and a PARLEY_DATA for each.'

/** The error code of PostgreSQL for a lock timeout. */
const lockNotAvailable = '55P03'

/**
 * Whether a process is the only one on its database, or shares it with processes of other nodes. Of each node,
 * there is one process.
 */
export type InstanceMode = 'single' | { readonly nodeId: string }

/** The right to place and accept calls. */
export interface InstanceLock extends AsyncDisposable {
  /** Whether the database confirmed the lock within the last 8 s. False as soon as its connection closes. */
  readonly isHeld: boolean
  /** Whether this node has released it while it held it: its running calls continue without it. */
  readonly isReleased: boolean
  /** Lets another service start, and does not acquire the lock again. */
  release(): Promise<void>
}

/**
 * Acquires advisory locks on a dedicated connection. A single phone service uses its database alone: without a
 * bus, two would not reach the users of each other. Several share the database, each with its own node id,
 * because a service with the node id of another one would end the other one's calls.
 *
 * PostgreSQL releases the lock with its connection: immediately when the process ends, within 30 seconds when
 * the machine fails. A lost connection is replaced. If another service has taken the lock by then, that is
 * logged once, and the lock is acquired when it becomes free.
 *
 * @throws {Error} with a message for the terminal when another phone service holds the lock.
 */
export async function acquireInstanceLock(
  { sessionPool }: Pick<DatabaseServer, 'sessionPool'>,
  log: Log,
  mode: InstanceMode = 'single',
): Promise<InstanceLock> {
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
    const connection = await takeLock(sessionPool, mode)
    if (connection) setHolder(connection)
    else reports.add('instance_lock.taken')
  }

  const first = await takeLock(sessionPool, mode)
  if (!first) throw new Error(mode === 'single' ? singleTaken : nodeTaken)
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
async function takeLock(pool: DatabaseServer['sessionPool'], mode: InstanceMode): Promise<Connection | null> {
  const connection: Connection = await pool.connect()
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const cancelTimeout = systemClock.after(lockTimeoutMs + queryTimeoutMs, () =>
    reject(new Error('The database does not respond.')),
  )
  try {
    await Promise.race([requestLock(connection, mode), timeout])
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

async function requestLock(connection: Connection, mode: InstanceMode): Promise<void> {
  // Keepalives let PostgreSQL detect that this machine has failed.
  await connection.query(
    `set lock_timeout = ${lockTimeoutMs};
     set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`,
  )
  if (mode === 'single') {
    await connection.query("select pg_advisory_lock(hashtext('parley-phone'))")
    return
  }
  await connection.query("select pg_advisory_lock_shared(hashtext('parley-phone'))")
  await connection.query("select pg_advisory_lock(hashtext('parley-phone-node'), hashtext($1))", [
    mode.nodeId,
  ])
}
