import { KnownError, type ResponseOf } from '@parley/contract'
import { fields, sessions } from '@parley/contract/account'
import { apiBase, describeProblems, type RequestInfo } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { hasTotp } from '../mfa/index.ts'
import { createSecondFactorAttempt, toSignInResponse } from './complete-first-factor.ts'
import { startSession } from './start-session.ts'
import type { AccessTokenService } from './tokens/index.ts'

type Create = typeof sessions.createSession

const maxImpersonationMs = 60 * 60_000
const maxReasonLength = 500

export async function createSession(
  services: Pick<Services, 'database' | 'options' | 'now'> & AccessTokenService,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { project, body, info } = request
  const { user_id: userId, is_impersonation, expires_in_millis } = body
  const isRestricted = is_impersonation && project.settings.restricts_impersonation
  const reason = is_impersonation ? parseImpersonationReason(info) : null
  if (isRestricted && reason === null) throw invalidReason(info, 'is required')
  if (!(await findUser(services.database, project.id, userId)))
    throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })

  const session = {
    userId,
    method: is_impersonation ? 'impersonation' : 'server',
    by: 'server',
    lifetimeMs: isRestricted ? Math.min(expires_in_millis, maxImpersonationMs) : expires_in_millis,
    ...(is_impersonation ? { impersonation: { reason } } : {}),
  } as const
  const outcome = await request.transaction(async (transaction) => {
    if (project.settings.second_factor_on_every_way_in && (await hasTotp(transaction, userId)))
      return await createSecondFactorAttempt(services, transaction, project, { ...session, isNewUser: false })
    return await startSession(services, transaction, {
      ...session,
      projectId: project.id,
      hasSecondFactor: false,
      info,
    })
  })
  if (typeof outcome === 'string')
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: outcome })
  return await toSignInResponse(services, project.id, outcome, { isNewUser: false })
}

function parseImpersonationReason(info: RequestInfo): string | null {
  const value = info.headers[sessions.impersonationReasonHeader]
  if (typeof value !== 'string') return null
  const reason = tryDecode(value).trim()
  const { error } = fields.storableString.safeParse(reason)
  if (error) throw invalidReason(info, error.issues[0]?.message ?? 'cannot be read')
  return reason.slice(0, maxReasonLength).toWellFormed() || null
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function invalidReason({ method }: RequestInfo, problem: string): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: describeProblems(method, `${apiBase}/auth/sessions`, [
      `header ${sessions.impersonationReasonHeader}: ${problem}`,
    ]),
  })
}
