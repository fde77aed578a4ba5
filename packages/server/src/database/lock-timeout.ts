import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'
import { DatabaseError, type Pool } from 'pg'

/**
 * How long a statement waits for a row or another lock. Far more than a change of a few rows takes, and short enough for
 * waiting requests not to occupy the connections for long.
 */
export const lockTimeoutMs = 5_000

/** The error code of PostgreSQL for a lock timeout. */
const lockNotAvailable = '55P03'

/** Returns whether a statement failed because it has waited for a lock for too long. It can be repeated. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === lockNotAvailable
}

/**
 * Creates a dialect whose transactions wait for a lock for {@link lockTimeoutMs} at most. `of-session`: the sessions of
 * the pool have this setting themselves.
 */
export function createDialect(pool: Pool, lockTimeout: 'of-session' | 'of-transaction'): PostgresDialect {
  return lockTimeout === 'of-session' ? new PostgresDialect({ pool }) : new LimitingDialect(pool)
}

class LimitingDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): PostgresDriver {
    return new LimitingDriver({ pool: this.#pool })
  }
}

class LimitingDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${lockTimeoutMs}`))
  }
}
