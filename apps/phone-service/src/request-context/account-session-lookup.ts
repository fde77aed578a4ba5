import { createConcurrencyLimit } from '@parley/primitives'
import { z } from 'zod'
import {
  type AccountServiceConnection,
  type LookupConnection,
  requestJson,
} from './account-service-connection.ts'

const sessionsSchema = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Lifetime of a cached response. Without an event, an ended session loses access after this. */
const cacheLifetimeMs = 10_000
const requestTimeoutMs = 5_000
/** The account service limits the connections of an address. */
const maxConcurrentLookups = 30
const maxCachedSessions = 10_000

/** A session as the claims of an access token name it. */
export interface SessionClaims {
  readonly sessionId: string
  readonly userId: string
}

/** Creates a cached lookup of the active sessions in the account service. */
export function createAccountSessionLookup(connection: AccountServiceConnection) {
  interface CachedSession {
    readonly until: number
    readonly userId: string
    readonly isActive: Promise<boolean>
  }
  const limitLookups = createConcurrencyLimit(maxConcurrentLookups)
  const cached = new Map<string, CachedSession>()
  return {
    /** Drops the cached results of a user. */
    forget(userId: string): void {
      for (const [sessionId, session] of cached) if (session.userId === userId) cached.delete(sessionId)
    },
    /**
     * Returns whether a session has not ended. Results are cached for 10 seconds.
     *
     * @throws {AccountServiceUnavailableError}
     */
    isActive({ sessionId, userId }: SessionClaims, now: Date): Promise<boolean> {
      const known = cached.get(sessionId)
      if (known && known.until > now.getTime()) return known.isActive

      const signal = AbortSignal.timeout(requestTimeoutMs)
      const sessionIds = limitLookups(() => requestSessionIds({ ...connection, signal }, userId))
      const isActive = sessionIds.then((ids) => ids.includes(sessionId))
      if (cached.size >= maxCachedSessions) cached.clear()
      cached.set(sessionId, { until: now.getTime() + cacheLifetimeMs, userId, isActive })
      isActive.catch(() => cached.delete(sessionId))
      return isActive
    },
  }
}

export type AccountSessionLookup = ReturnType<typeof createAccountSessionLookup>

async function requestSessionIds(connection: LookupConnection, userId: string): Promise<string[]> {
  const path = `/auth/sessions?user_id=${encodeURIComponent(userId)}`
  const sessions = await requestJson(connection, path, sessionsSchema)
  return (sessions?.items ?? []).map(({ id }) => id)
}
