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

const sessionsSchema = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Lifetime of a cached response. Without an event, an ended session loses access after this. */
const defaultMaxAgeMs = 10_000
const requestTimeoutMs = 5_000
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
  function isListed(
    { sessionId, userId }: SessionClaims,
    now: Date,
    maxAgeMs = defaultMaxAgeMs,
  ): Promise<boolean> {
    const known = cached.get(sessionId)
    if (known && now.getTime() - known.at < maxAgeMs) return known.isActive

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
    forget(userId: string): void {
      for (const [sessionId, session] of cached) if (session.userId === userId) cached.delete(sessionId)
    },
    /**
     * Returns whether a session has not ended. A cached response of the account service may have the age
     * `maxAgeMs`, by default 10 seconds.
     *
     * @throws {AccountServiceUnavailableError}
     */
    async isActive(claims: SessionClaims, now: Date, maxAgeMs?: number): Promise<boolean> {
      const [isListedNow, hasEnded] = await Promise.all([
        isListed(claims, now, maxAgeMs),
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
