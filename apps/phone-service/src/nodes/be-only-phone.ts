import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseServer, type Log, repeatedly } from '@parley/server'

/** A connection of the pool, as far as it is needed here. */
interface Connection {
  query(text: string): Promise<unknown>
  once(event: 'end', listener: () => void): unknown
  /** Closes it. */
  release(destroy: true): void
}

/** As long as one that is just ending may take to be gone. */
const patienceMs = 3_000
const askEveryMs = 2_000
const answerWithinMs = 5_000

/** The error of PostgreSQL for a lock that was not to be had in time. */
const lockNotAvailable = '55P03'

/**
 * Keeps every other phone off this database until it is disposed, by a lock that a connection of its own holds. Two phones
 * would register the same trunks, so that calls come in where nobody listens, and one that starts on a copy of another's
 * files would end the calls that the other holds.
 *
 * The lock ends with its connection: at once where a process dies, within half a minute where a machine does. A connection
 * that is lost is replaced; where another phone has the lock by then, the log says so, once.
 *
 * @throws {Error} with a sentence for the terminal while another phone holds it.
 */
export async function beOnlyPhone({ pool }: DatabaseServer, log: Log): Promise<AsyncDisposable> {
  let holder: Connection | null = null
  let said: 'phone.lock-lost' | 'phone.not-alone' | null = null
  const say = (name: NonNullable<typeof said>) => {
    if (said !== name) log.error(name, {})
    said = name
  }
  const hold = (connection: Connection) => {
    holder = connection
    said = null
    connection.once('end', () => lose(connection))
  }
  const lose = (connection: Connection) => {
    if (holder !== connection) return
    holder = null
    connection.release(true)
  }
  const keep = async () => {
    const held = holder
    if (held && !(await answers(held))) lose(held)
    if (holder) return
    if (said === null) say('phone.lock-lost')
    const connection = await takeLock(pool)
    if (connection) hold(connection)
    else say('phone.not-alone')
  }

  const first = await takeLock(pool)
  if (!first)
    throw new Error(
      'Another phone service runs on this database, and only one may, because it holds the calls and registers the trunks. Stop that one first, or set another DATABASE_URL.',
    )
  hold(first)
  // While the database is away it is asked again.
  const keeping = repeatedly({ everyMs: askEveryMs, onFailure: () => {} }, keep)
  return {
    async [Symbol.asyncDispose]() {
      await keeping[Symbol.asyncDispose]()
      if (holder) lose(holder)
    },
  }
}

/** A connection that something on the way has dropped says nothing of it by itself. */
async function answers(connection: Connection): Promise<boolean> {
  const late = sleep(answerWithinMs, false, { ref: false })
  const asked = connection.query('select 1').then(
    () => true,
    () => false,
  )
  return await Promise.race([asked, late])
}

/** The connection that holds the lock; null while another has it. */
async function takeLock(pool: DatabaseServer['pool']): Promise<Connection | null> {
  const connection: Connection = await pool.connect()
  try {
    // Of a machine that is gone the database learns only by asking.
    await connection.query(
      `set lock_timeout = ${patienceMs};
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
