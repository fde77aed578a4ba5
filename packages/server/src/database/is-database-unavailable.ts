import { Client, type ClientConfig, DatabaseError } from 'pg'

/**
 * PostgreSQL, Appendix A: class 08, connection exceptions; 53100, disk full; 55P03, lock timeout; class 57, 01 to 03: shut
 * down, or not started yet.
 */
const unavailableCodes = /^(08...|53100|55P03|57P0[123])$/

/** Errors of `pg` and `pg-pool` about a connection that has no socket error. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/

/** A connection to another server, such as that of a webhook, fails with the same errors. */
const connectionErrors = new WeakSet<Error>()

/** A connection to the database, whose errors {@link isDatabaseUnavailable} recognizes. */
export class DatabaseClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('error', (error: Error) => connectionErrors.add(error))
  }
}

/** A query of another process has failed as {@link isDatabaseUnavailable} describes. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** Returns whether a query failed because the database server cannot be reached, starts, shuts down, or has no disk space, or because it waited too long for a lock. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (connectionErrors.has(error) || error instanceof DatabaseUnavailableError) return true
  if (!(error instanceof DatabaseError)) return connectionMessages.test(error.message)
  // The server ends the connection after such an error, and also refuses one with it.
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return true
  return unavailableCodes.test(error.code ?? '')
}
