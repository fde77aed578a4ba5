import { createHash, timingSafeEqual } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { attemptCodeType } from '../mfa/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import {
  deleteSession,
  findSessionByRefreshToken,
  type SignedIn,
  startAfterFirstFactor,
} from '../sessions/index.ts'
import { cancelCode, findCode } from '../verification-codes/index.ts'
import { type Given, noteGiven, noteSecondUse, redeemAuthorizationCode } from './codes.ts'

interface Exchange {
  readonly project: Project
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
  readonly call: HttpCall
}

interface Exchanged extends SignedIn {
  readonly afterCallbackRedirectUrl: string | null
}

/**
 * Exchanges an authorization code for a session, once. Reuse of a code revokes its result (RFC 6749, section 4.1.2):
 * the session, the MFA attempt, or the session of that attempt. The code is consumed even if the rest of the request is
 * invalid.
 *
 * @throws {KnownError} INVALID_AUTHORIZATION_CODE, REDIRECT_URL_NOT_WHITELISTED, MULTI_FACTOR_AUTHENTICATION_REQUIRED
 */
export async function exchangeCode(
  services: Services,
  { project, code, redirectUri, codeVerifier, call }: Exchange,
): Promise<Exchanged> {
  const { database, now } = services
  const used = await redeemAuthorizationCode(database, project.id, code, now())
  if (!used) {
    await takeBack(services, { project, code, call })
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  if (!isVerifierOf(used.codeChallenge, codeVerifier)) throw new KnownError('INVALID_AUTHORIZATION_CODE')
  if (redirectUri.replace(/#.*$/s, '') !== used.redirectUri)
    throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')

  const { userId, providerId, isNewUser } = used
  const outcome = await startAfterFirstFactor(services, { project, call }, async () => ({
    userId,
    method: `oauth:${providerId}`,
    isNewUser,
  })).catch((error: unknown) => {
    if (error instanceof KnownError && error.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')
      return error as KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>
    throw error
  })
  const given = await givenWith(database, project.id, outcome, now())
  // The code may have been presented again before its result was recorded.
  if (!given || !(await noteGiven(database, code, given))) {
    await takeBack(services, { project, code, call })
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  if (outcome instanceof KnownError) throw outcome
  return { ...outcome, afterCallbackRedirectUrl: used.afterCallbackRedirectUrl }
}

/** Returns the session or MFA attempt of a response; null if it has already ended. */
async function givenWith(
  database: Database,
  projectId: string,
  outcome: SignedIn | KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>,
  now: Date,
): Promise<Given | null> {
  if (outcome instanceof KnownError) {
    const asked = { type: attemptCodeType.name, code: outcome.details.attempt_code }
    const attempt = await findCode(database, asked)
    return attempt && { attemptId: attempt.id }
  }
  const session = await findSessionByRefreshToken(database, projectId, outcome.refresh_token, now)
  return session && { sessionId: session.id }
}

/** S256 (RFC 7636, section 4.6). The minimum of 43 characters prevents brute force. */
function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

/**
 * Revokes the result of a code, because the code was presented again: one of the two clients is not the intended one.
 */
async function takeBack(
  { database, now }: Services,
  { project, code, call }: Pick<Exchange, 'project' | 'code' | 'call'>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const again = await noteSecondUse(transaction, project.id, code, now())
    if (!again) return
    const isCancelled = again.attemptId !== null && (await cancelCode(transaction, again.attemptId, now()))
    // The session of a completed attempt has the id of the attempt.
    const sessionId = again.sessionId ?? again.attemptId
    const hasEnded = sessionId !== null && (await deleteSession(transaction, project.id, sessionId))
    await recordAudit(transaction, {
      projectId: project.id,
      actor: { type: 'client', id: null },
      action: 'authorization_code.used_again',
      outcome: 'failure',
      subject: { type: 'user', id: again.userId },
      details: {
        endedSession: hasEnded ? sessionId : null,
        cancelledAttempt: isCancelled ? again.attemptId : null,
      },
      call,
      at: now(),
    })
  })
}
