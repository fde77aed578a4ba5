import { KnownError, type ResponseOf } from '@parley/contract'
import { fields, sessions } from '@parley/contract/account'
import type { HttpCall } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { hasTotp } from '../mfa/index.ts'
import type { Services } from '../services.ts'
import { answerSignedIn, askForSecondFactor } from './start-after-first-factor.ts'
import { startSession } from './start-session.ts'

type Create = typeof sessions.createSession

const longestImpersonationMs = 60 * 60_000
const longestReason = 500

export async function createSession(
  services: Pick<Services, 'database' | 'accessTokens' | 'findUser' | 'options' | 'now'>,
  { project, actor, body, call }: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { user_id: userId, is_impersonation, expires_in_millis } = body
  const isRestricted = is_impersonation && project.settings.restricts_impersonation
  const reason = is_impersonation ? reasonOf(call) : null
  if (isRestricted && reason === null) throw wrongReason(call, 'is required')
  if (!(await services.findUser(project.id, userId)))
    throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })

  const outcome = await services.database.transaction().execute(async (transaction) => {
    if (project.settings.second_factor_on_every_way_in && (await hasTotp(transaction, userId))) {
      const first = { userId, method: is_impersonation ? 'impersonation' : 'server', isNewUser: false }
      return await askForSecondFactor(services, transaction, { project, call }, first)
    }
    return await startSession(services, transaction, {
      projectId: project.id,
      userId,
      method: is_impersonation ? 'impersonation' : 'server',
      by: { type: 'other', actor },
      hasSecondFactor: false,
      lifeMs: isRestricted ? Math.min(expires_in_millis, longestImpersonationMs) : expires_in_millis,
      ...(is_impersonation ? { impersonation: { reason } } : {}),
      call,
    })
  })
  if (typeof outcome === 'string')
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: outcome })
  return await answerSignedIn(services, project.id, outcome, { isNewUser: false })
}

function reasonOf(call: HttpCall): string | null {
  const value = call.headers[sessions.impersonationReasonHeader]
  if (typeof value !== 'string') return null
  const reason = decoded(value).trim()
  const { error } = fields.keptText.safeParse(reason)
  if (error) throw wrongReason(call, error.issues[0]?.message ?? 'cannot be read')
  return reason.slice(0, longestReason).toWellFormed() || null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function wrongReason({ method }: HttpCall, problem: string): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: `The request ${method} /api/v1/auth/sessions is malformed:\n  - header ${sessions.impersonationReasonHeader}: ${problem}`,
  })
}
