import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { randomToken } from '@parley/server'
import type { RequestInfo } from '@parley/server/http'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { ServiceContext, ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import {
  deleteUnusedSessions,
  hasSessions,
  insertActivityWhere,
  insertSessionWhere,
} from './records/index.ts'
import { classifyUserAgent } from './user-agent.ts'

/** A back end may create a session for each request of a user. When another one starts, the longest unused one ends. */
const maxSessionsPerUser = 1_000

export interface SessionInput {
  /** Id of the MFA attempt that becomes the session; a new id if omitted. */
  readonly id?: string
  readonly projectId: string
  readonly userId: string
  /** Sign-in method: `password`, `otp`, `passkey`. */
  readonly method: string
  /** The initiator: the user, or a server on behalf of the user. */
  readonly by: 'user' | 'server'
  readonly hasSecondFactor: boolean
  /** Lifetime in milliseconds; defaults to `sessionLifetimeMs`. */
  readonly lifetimeMs?: number | undefined
  /** The end of the session, instead of its lifetime. */
  readonly expiresAt?: Date
  /** Reason of the impersonation; null if the project requires none. Omitted without impersonation. */
  readonly impersonation?: { readonly reason: string | null } | undefined
  readonly info: RequestInfo
}

/** A new session. The plaintext of the refresh token is available only here. */
export interface StartedSession {
  readonly id: string
  readonly userId: string
  readonly refreshToken: string
}

/** Starts a new session; never reuses an existing one. */
export async function startSession(
  services: Pick<Services, 'options' | 'now'>,
  transaction: ServiceTransaction,
  input: SessionInput,
): Promise<StartedSession> {
  return required(
    await startSessionWhere(services, transaction, transaction, input, sql.lit(true)),
    'the lit',
  )
}

/**
 * Starts a session, with its audit entry and activity, in one statement if `condition` holds; otherwise
 * writes nothing and returns null.
 */
export async function startSessionWhere(
  { options, now }: Pick<Services, 'options' | 'now'>,
  database: Database,
  context: ServiceContext | ServiceTransaction,
  input: SessionInput,
  condition: Expression<SqlBool>,
): Promise<StartedSession | null> {
  const { id = randomUUID(), projectId, userId, method, by, impersonation, info } = input
  const refreshToken = randomToken(45)
  const startedAt = now()
  const isOwn = by === 'user'
  const lifetimeMs = input.lifetimeMs ?? options.sessionLifetimeMs

  const session = {
    id,
    projectId,
    userId,
    refreshToken,
    isImpersonation: impersonation !== undefined,
    impersonationReason: impersonation?.reason ?? null,
    createdAt: startedAt,
    expiresAt: input.expiresAt ?? new Date(startedAt.getTime() + lifetimeMs),
    lastUsedAt: startedAt,
    // The IP address and agent of a server say nothing about the user.
    lastUsedIp: isOwn ? info.ip : null,
    agent: isOwn ? classifyUserAgent(info.userAgent) : null,
    authenticatedAt: isOwn ? startedAt : null,
    secondFactorAt: input.hasSecondFactor ? startedAt : null,
  }
  const isStarted = sql<boolean>`exists (select from begun)`
  const auditedAs = isOwn ? context.as({ type: 'user', id: userId }) : context
  const entry = auditedAs.auditIf(
    isStarted,
    'session.started',
    { type: 'session', id },
    { method, userId, ...(impersonation ? { impersonationReason: impersonation.reason } : {}) },
  )
  const isActive = isOwn ? isStarted : sql.lit(false)
  const { rows } = await sql<{ isBeyondLimit: boolean }>`
    with begun as (${insertSessionWhere(session, condition)}),
      entry as (${entry}),
      activity as (${insertActivityWhere({ projectId, userId }, startedAt, isActive)})
    select ${hasSessions(userId, maxSessionsPerUser)} as "isBeyondLimit" from begun`.execute(database)
  const [begun] = rows
  if (!begun) return null
  if (begun.isBeyondLimit) {
    if (isServiceTransaction(database)) await endUnusedSessions(database, userId)
    else if (!isServiceTransaction(context))
      await context.transaction((transaction) => endUnusedSessions(transaction, userId))
  }
  return { id, userId, refreshToken }
}

const isServiceTransaction = (database: object): database is ServiceTransaction => 'publishAll' in database

/** Ends the sessions of a user beyond the limit. */
async function endUnusedSessions(transaction: ServiceTransaction, userId: string): Promise<void> {
  const ended = await deleteUnusedSessions(transaction, userId, maxSessionsPerUser)
  await transaction.publishAll(
    'session.ended',
    ended.map((id) => ({ id, user_id: userId })),
  )
}
