import { createConcurrencyLimit } from '@parley/primitives'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { PhoneTables } from '../database/tables.ts'
import {
  type AccountServiceConnection,
  type LookupConnection,
  requestJson,
} from './account-service-connection.ts'
import { isEndedSession, saveEndedSession } from './ended-sessions.ts'

const checkedSessionsSchema = z.object({
  items: z.array(z.object({ id: z.string(), user_version: z.string() })),
})
const sessionsSchema = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Lifetime of a cached response. Without an event, an ended session loses access after this. */
const cacheLifetimeMs = 10_000
const requestTimeoutMs = 5_000
/** The account service checks so many in a request. */
const sessionsPerCheck = 100
/** The account service limits the connections of an address. */
const maxConcurrentLookups = 30
const maxCachedSessions = 10_000

/** A session as the claims of an access token name it. */
export interface SessionClaims {
  readonly sessionId: string
  readonly userId: string
}

/**
 * Creates a cached lookup of the active sessions in the account service. Sessions whose end was announced are
 * stored in the database, so that every process rejects them.
 */
export function createAccountSessionLookup(
  connection: AccountServiceConnection,
  database: Kysely<PhoneTables>,
) {
  interface CachedSession {
    readonly at: number
    readonly userId: string
    readonly isActive: Promise<boolean>
  }
  const limitLookups = createConcurrencyLimit(maxConcurrentLookups)
  const cached = new Map<string, CachedSession>()
  function isListed({ sessionId, userId }: SessionClaims, now: Date): Promise<boolean> {
    const known = cached.get(sessionId)
    if (known && now.getTime() - known.at < cacheLifetimeMs) return known.isActive

    const signal = AbortSignal.timeout(requestTimeoutMs)
    const sessionIds = limitLookups(() => requestSessionIds({ ...connection, signal }, userId))
    const isActive = sessionIds.then((ids) => ids.includes(sessionId))
    if (cached.size >= maxCachedSessions) cached.clear()
    cached.set(sessionId, { at: now.getTime(), userId, isActive })
    isActive.catch(() => cached.delete(sessionId))
    return isActive
  }

  return {
    /** Stores the announced end of a session. */
    saveEnd: (sessionId: string, now: Date) => saveEndedSession(database, sessionId, now),
    /** Drops the cached results of a user. */
    clear(userId: string): void {
      for (const [sessionId, session] of cached) if (session.userId === userId) cached.delete(sessionId)
    },
    /**
     * Returns the versions of the users of those of the sessions that are active, by session: a text that differs
     * after a change of the user, of their workspaces or of their permissions.
     *
     * @throws {AccountServiceUnavailableError}
     */
    readUserVersions: (sessionIds: readonly string[]) => readUserVersions(connection, sessionIds),
    /**
     * Returns whether a session has not ended. Responses of the account service are cached for 10 seconds.
     *
     * @throws {AccountServiceUnavailableError}
     */
    async isActive(claims: SessionClaims, now: Date): Promise<boolean> {
      const [isListedNow, hasEnded] = await Promise.all([
        isListed(claims, now),
        isEndedSession(database, claims.sessionId),
      ])
      return isListedNow && !hasEnded
    },
  }
}

export type AccountSessionLookup = ReturnType<typeof createAccountSessionLookup>

async function requestSessionIds(connection: LookupConnection, userId: string): Promise<string[]> {
  const path = `/auth/sessions?user_id=${encodeURIComponent(userId)}`
  const sessions = await requestJson(connection, path, sessionsSchema)
  return (sessions?.items ?? []).map(({ id }) => id)
}

async function readUserVersions(
  connection: AccountServiceConnection,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>()
  for (let from = 0; from < sessionIds.length; from += sessionsPerCheck) {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const body = { session_ids: sessionIds.slice(from, from + sessionsPerCheck) }
    const path = '/internal/users/check-sessions'
    const checked = await requestJson({ ...connection, signal }, path, checkedSessionsSchema, body)
    for (const { id, user_version } of checked?.items ?? []) versions.set(id, user_version)
  }
  return versions
}
