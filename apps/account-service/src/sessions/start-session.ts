import { randomUUID } from 'node:crypto'
import { randomToken } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, type AuditEntry, auditWhere } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { activityWhere } from './activity.ts'
import { agentOf } from './agent.ts'
import { sessionWhere } from './sessions.ts'

export interface SessionOrder {
  /** The id of what becomes the session; one of its own when left out. */
  readonly id?: string
  readonly projectId: string
  readonly userId: string
  /** The way in: `password`, `otp`, `passkey`. */
  readonly method: string
  /** Who began it: the user, or for another's session a back end. */
  readonly by: { readonly type: 'user' } | { readonly type: 'other'; readonly actor: Actor }
  readonly hasSecondFactor: boolean
  /** Milliseconds; as long as sessions usually live when left out. */
  readonly lifeMs?: number
  /** Why somebody acts for the user; null where the project asks for no reason. Left out where nobody does. */
  readonly impersonation?: { readonly reason: string | null }
  readonly call: HttpCall
}

/** A session as it begins. The text of its refresh token is known only here. */
export interface StartedSession {
  readonly id: string
  readonly userId: string
  readonly refreshToken: string
}

/** Makes a session of its own, never taking an older one up. */
export async function startSession(
  services: Pick<Services, 'options' | 'now'>,
  database: Database,
  order: SessionOrder,
): Promise<StartedSession> {
  return (await startSessionWhere(services, database, order, sql.lit(true)))!
}

/**
 * Makes a session with what is written of it where `condition` holds at that moment, by one statement. Null where it does
 * not; then nothing is written.
 */
export async function startSessionWhere(
  { options, now }: Pick<Services, 'options' | 'now'>,
  database: Database,
  order: SessionOrder,
  condition: Expression<SqlBool>,
): Promise<StartedSession | null> {
  const { id = randomUUID(), projectId, userId, method, by, impersonation, call } = order
  const refreshToken = randomToken(45)
  const startedAt = now()
  const isOwn = by.type === 'user'

  const session = {
    id,
    projectId,
    userId,
    refreshToken,
    isImpersonation: impersonation !== undefined,
    impersonationReason: impersonation?.reason ?? null,
    createdAt: startedAt,
    expiresAt: new Date(startedAt.getTime() + (order.lifeMs ?? options.sessionLifeMs)),
    lastUsedAt: startedAt,
    // A back end calls from its own address with its own agent, which say nothing of the user.
    lastUsedIp: isOwn ? call.ip : null,
    agent: isOwn ? agentOf(call.userAgent) : null,
    authenticatedAt: isOwn ? startedAt : null,
    secondFactorAt: order.hasSecondFactor ? startedAt : null,
  }
  const entry: AuditEntry = {
    projectId,
    actor: isOwn ? { type: 'user', id: userId } : by.actor,
    action: 'session.started',
    subject: { type: 'session', id },
    details: { method, userId, ...(impersonation ? { impersonationReason: impersonation.reason } : {}) },
    call,
    at: startedAt,
  }
  const hasBegun = sql<boolean>`exists (select from begun)`
  const isActive = isOwn ? hasBegun : sql.lit(false)
  const { rows } = await sql`
    with begun as (${sessionWhere(session, condition)}),
      entry as (${auditWhere(entry, hasBegun)}),
      activity as (${activityWhere({ projectId, userId }, startedAt, isActive)})
    select from begun`.execute(database)
  return rows.length > 0 ? { id, userId, refreshToken } : null
}
