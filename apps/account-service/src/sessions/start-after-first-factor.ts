import { randomUUID } from 'node:crypto'
import { randomToken } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { noteActivity } from './activity.ts'
import { insertSession } from './sessions.ts'

export interface FirstFactor {
  readonly projectId: string
  readonly userId: string
  /** The way in: `password`, `otp`. */
  readonly method: string
  readonly call: HttpCall
}

export interface SignedIn {
  readonly access_token: string
  readonly refresh_token: string
  readonly user_id: string
}

/**
 * Where every way in ends: a session of its own is made, never an older one taken up. A rule of all ways in belongs
 * here.
 */
export async function startAfterFirstFactor(
  { accessTokens, options, now }: Pick<Services, 'accessTokens' | 'options' | 'now'>,
  database: Database,
  { projectId, userId, method, call }: FirstFactor,
): Promise<SignedIn> {
  const id = randomUUID()
  const refreshToken = randomToken(45)
  const startedAt = now()

  await insertSession(database, {
    id,
    projectId,
    userId,
    refreshToken,
    isImpersonation: false,
    createdAt: startedAt,
    expiresAt: new Date(startedAt.getTime() + options.sessionLifeMs),
    lastUsedAt: startedAt,
    lastUsedIp: call.ip,
  })
  await recordAudit(database, {
    projectId,
    actor: { type: 'user', id: userId },
    action: 'session.started',
    subject: { type: 'session', id },
    details: { method },
    call,
    at: startedAt,
  })

  await noteActivity(database, userId, startedAt)
  const { token } = await accessTokens.sign({ userId, projectId, sessionId: id })
  return { access_token: token, refresh_token: refreshToken, user_id: userId }
}
