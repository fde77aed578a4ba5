import type { AccountEndpointDefinition } from '@parley/contract/account'
import { tooManyRequests } from '@parley/server/http'

/** The database connections, which all requests share. */
export interface DatabaseLoadService {
  /** Returns how many queries wait for a connection. */
  readonly countWaitingQueries: () => number
}

/**
 * Ten for each connection. A query waits at most ten seconds: with more of them before it, a slow machine
 * would fail the requests that it has accepted.
 */
const maxWaitingQueries = 200

/**
 * Rejects a request with a credential or a code before its first query while too many queries wait. Other
 * requests belong to users who have signed in, or to back ends.
 *
 * @throws {PlainTextError} 429
 */
export function rejectOverload(
  { countWaitingQueries }: DatabaseLoadService,
  { rateLimit }: AccountEndpointDefinition,
): void {
  if (rateLimit !== undefined && countWaitingQueries() >= maxWaitingQueries) throw tooManyRequests(1)
}
