/** PostgreSQL, Appendix A: class 08, connection exceptions; class 57, 01 to 03: shut down, or not started yet. */
const unavailableCodes = /^(08...|57P0[123])$/

/** Errors of `pg` and `pg-pool` about a connection have no code. */
const connectionMessages = /^(Connection terminated|timeout e|Client (has encountered|was closed))/

/** System calls that open a connection. */
const connectCalls = ['getaddrinfo', 'connect']

/** Errors of reading and writing that only a connection has, not a file. */
const lostConnectionCodes = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN']

/** Returns whether a query failed because the database server cannot be reached, starts, or shuts down. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, severity, syscall } = error as { code?: unknown; severity?: unknown; syscall?: unknown }
  // The server ends the connection after such an error, and also refuses one with it.
  if (severity === 'FATAL' || severity === 'PANIC') return true
  if (typeof code === 'string' && unavailableCodes.test(code)) return true
  if (typeof syscall === 'string')
    return connectCalls.includes(syscall) || lostConnectionCodes.includes(String(code))
  // All attempts to connect to a host with several addresses failed.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return connectionMessages.test(error.message)
}
