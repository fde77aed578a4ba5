import { createHash, timingSafeEqual } from 'node:crypto'
import { KnownError } from '@parley/contract'
import { attemptCodeType } from '../auth/mfa/index.ts'
import { completeFirstFactor, endSession, type SignInResponse } from '../auth/sessions/index.ts'
import { findSessionByRefreshToken } from '../auth/sessions/records/index.ts'
import type { AccessTokenService } from '../auth/sessions/tokens/index.ts'
import { cancelCode, findCode } from '../auth/verification-codes/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { RequestContext } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import {
  type CodeResult,
  recordCodeResult,
  recordCodeReuse,
  redeemAuthorizationCode,
  selectLockedConnection,
} from './connections/index.ts'
import { confirmLink } from './pending-link.ts'

interface CodeExchange {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
}

interface CodeExchangeResult extends SignInResponse {
  readonly afterCallbackRedirectUrl: string | null
}

/**
 * Exchanges an authorization code for a session, once. Reuse of a code revokes its result (RFC 6749, section
 * 4.1.2): the session, the MFA attempt, or the session of that attempt. The code is consumed even if the rest
 * of the request is invalid.
 *
 * @throws {KnownError} INVALID_AUTHORIZATION_CODE, REDIRECT_URL_NOT_WHITELISTED,
 * MULTI_FACTOR_AUTHENTICATION_REQUIRED, and those of linking a provider account
 */
export async function exchangeCode(
  services: Pick<Services, 'database' | 'jobs' | 'secrets' | 'options' | 'log' | 'now'> & AccessTokenService,
  context: RequestContext,
  { code, redirectUri, codeVerifier }: CodeExchange,
): Promise<CodeExchangeResult> {
  const { project } = context
  const { database, now } = services
  const used = await redeemAuthorizationCode(database, project.id, code, now())
  if (!used) {
    await revokeCodeResult(services, context, code)
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  if (!matchesChallenge(used.codeChallenge, codeVerifier)) throw new KnownError('INVALID_AUTHORIZATION_CODE')
  if (redirectUri.replace(/#.*$/s, '') !== used.redirectUri)
    throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')

  const { userId, providerId, isNewUser, sealedLink } = used
  // The provider account may have been unlinked, or replaced by another one, since the code was issued.
  const linkedBefore = sealedLink === null ? used.createdAt : null
  const outcome = await completeFirstFactor(services, context, async (transaction) => {
    if (sealedLink !== null)
      await confirmLink(services, transaction, context, { sealedLink, userId, providerId })
    const credential = {
      select: (from: Database) => selectLockedConnection(from, { userId, providerId }, linkedBefore),
      removedError: new KnownError('INVALID_AUTHORIZATION_CODE'),
    }
    return { userId, method: `oauth:${providerId}`, isNewUser, credential }
  }).catch((error: unknown) => {
    if (error instanceof KnownError && error.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')
      return error as KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>
    throw error
  })
  const result = await findCodeResult(database, project.id, outcome, now())
  // The code may have been presented again before its result was recorded.
  if (!result || !(await recordCodeResult(database, code, result))) {
    await revokeCodeResult(services, context, code)
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  if (outcome instanceof KnownError) throw outcome
  return { ...outcome, afterCallbackRedirectUrl: used.afterCallbackRedirectUrl }
}

/** Returns the session or MFA attempt of a response; null if it has already ended. */
async function findCodeResult(
  database: Database,
  projectId: string,
  outcome: SignInResponse | KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>,
  now: Date,
): Promise<CodeResult | null> {
  if (outcome instanceof KnownError) {
    const attemptKey = { type: attemptCodeType.name, code: outcome.details.attempt_code }
    const attempt = await findCode(database, attemptKey)
    return attempt && { attemptId: attempt.id }
  }
  const session = await findSessionByRefreshToken(database, projectId, outcome.refresh_token, now)
  return session && { sessionId: session.id }
}

/** S256 (RFC 7636, section 4.6). The minimum of 43 characters prevents brute force. */
function matchesChallenge(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const computed = createHash('sha256').update(verifier).digest('base64url')
  return (
    computed.length === challenge.length && timingSafeEqual(Buffer.from(computed), Buffer.from(challenge))
  )
}

/**
 * Revokes the result of a code, because the code was presented again: one of the two clients is not the
 * intended one.
 */
async function revokeCodeResult(
  { now, log }: Pick<Services, 'now' | 'log'>,
  context: RequestContext,
  code: string,
): Promise<void> {
  const { project } = context
  await context.transaction(async (transaction) => {
    const reuse = await recordCodeReuse(transaction, project.id, code, now())
    if (!reuse) return
    log.warn('authorization_code.used_again', { projectId: project.id, requestId: context.info.requestId })
    const isCancelled = reuse.attemptId !== null && (await cancelCode(transaction, reuse.attemptId, now()))
    // The session of a completed attempt has the id of the attempt.
    const sessionId = reuse.sessionId ?? reuse.attemptId
    const hasEnded = sessionId !== null && (await endSession(transaction, project.id, sessionId))
    await transaction.audit(
      'authorization_code.used_again',
      { type: 'user', id: reuse.userId },
      {
        endedSession: hasEnded ? sessionId : null,
        cancelledAttempt: isCancelled ? reuse.attemptId : null,
      },
      'failure',
    )
  })
}
