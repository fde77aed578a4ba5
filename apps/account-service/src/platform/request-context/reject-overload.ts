import type { AccountEndpointDefinition } from '@parley/contract/account'
import { tooManyRequests } from '@parley/server/http'

/** The load of the database connections, which all requests share. */
export interface DatabaseLoad {
  /** Queries that wait for a connection. */
  readonly waiting: number
  /** Connections that are opened at most. */
  readonly max: number
}

export interface DatabaseLoadService {
  readonly getDatabaseLoad: () => DatabaseLoad
}

/**
 * A query waits at most ten seconds: with more of them before it, a slow machine would fail the requests that
 * it has accepted.
 */
const maxWaitingPerConnection = 10

/**
 * Rejects a request with a credential or a code before its first query while too many queries wait. Back ends
 * are not exempt, unlike from the limits of a network, because their keys are checked by a query. Other
 * endpoints serve users who have signed in, and back ends.
 *
 * @throws {PlainTextError} 429
 */
export function rejectOverload(
  { getDatabaseLoad }: DatabaseLoadService,
  { rateLimit }: AccountEndpointDefinition,
): void {
  if (rateLimit === undefined) return
  const { waiting, max } = getDatabaseLoad()
  if (waiting >= max * maxWaitingPerConnection) throw tooManyRequests(1)
}
