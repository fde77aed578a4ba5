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
 * Changes an authorization code for a session, once: what a code gave is taken back when somebody comes with it again
 * (RFC 6749 section 4.1.2), be it the session, the attempt at a second factor, or what that has become. Whatever is wrong
 * with the rest of the request, the code is used up.
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
  // Somebody may have come with the code again before it was known what it gave.
  if (!given || !(await noteGiven(database, code, given))) {
    await takeBack(services, { project, code, call })
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  if (outcome instanceof KnownError) throw outcome
  return { ...outcome, afterCallbackRedirectUrl: used.afterCallbackRedirectUrl }
}

/** The session or the attempt behind an answer; null where it has ended already. */
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

/** S256 (RFC 7636 section 4.6). A verifier has 43 characters at least, so that nobody can try them all. */
function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

/** Ends what a code gave, because somebody came with the code again: one of the two is not whom it was for. */
async function takeBack(
  { database, now }: Services,
  { project, code, call }: Pick<Exchange, 'project' | 'code' | 'call'>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const again = await noteSecondUse(transaction, project.id, code, now())
    if (!again) return
    const isCancelled = again.attemptId !== null && (await cancelCode(transaction, again.attemptId, now()))
    // The session that an attempt has become carries its id.
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
