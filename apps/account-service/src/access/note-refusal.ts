import { type AnyEndpoint, type CodedError, KnownError, type KnownErrorCode } from '@parley/contract'
import { networkOf, type RateLimit } from '@parley/server'
import type { HttpCall, TextError } from '@parley/server/http'
import { isDenial, keyOfRefusal, recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import type { Caller } from './identity.ts'

/** Errors that count as denied access on every endpoint. Other denials are marked where they are thrown. */
const denials: ReadonlySet<string> = new Set<KnownErrorCode>([
  'INSUFFICIENT_ACCESS_TYPE',
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_SECRET_SERVER_KEY',
  'INVALID_SUPER_SECRET_ADMIN_KEY',
  'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'TEAM_PERMISSION_REQUIRED',
  'TEAM_MEMBERSHIP_NOT_FOUND',
])

/** Errors that count as failed authentication. */
const failures: ReadonlySet<string> = new Set<KnownErrorCode>([
  'EMAIL_PASSWORD_MISMATCH',
  'PASSWORD_CONFIRMATION_MISMATCH',
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
  'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
  'INVALID_AUTHORIZATION_CODE',
  'INVALID_TOTP_CODE',
  'PASSKEY_REGISTRATION_FAILED',
  'PASSKEY_AUTHENTICATION_FAILED',
  'INVALID_POLLING_CODE',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
])

/** Rate limits of audit entries, so that a client cannot flood the log. */
const often = { attempts: 300, windowMs: 5 * 60_000 }
const perNetwork: RateLimit = { name: 'noted-refusals-by-network', ...often }
const perUser: RateLimit = { name: 'noted-refusals-by-user', ...often }

/** Signed-in users have their own limit, so that others in the same network cannot hide their attempts. */
async function mayFillLog(
  rateLimits: Services['rateLimits'],
  caller: Caller | null,
  { ip }: HttpCall,
): Promise<boolean> {
  const { isAllowed } = caller?.user
    ? await rateLimits.take(perUser, caller.user.id)
    : await rateLimits.take(perNetwork, networkOf(ip))
  return isAllowed
}

/** Audits an error that is relevant to security. */
export async function noteRefusal(
  { database, rateLimits, now }: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  caller: Caller | null,
  { method, path }: AnyEndpoint,
  refusal: CodedError | TextError,
  call: HttpCall,
): Promise<void> {
  const reason = refusal instanceof KnownError ? refusal.code : String(refusal.status)
  const isDenied = denials.has(reason) || refusal.status === 403 || isDenial(refusal)
  if (!isDenied && !failures.has(reason)) return

  if (!(await mayFillLog(rateLimits, caller, call))) return
  const key = keyOfRefusal(refusal)
  await recordAudit(database, {
    projectId: caller?.project?.id ?? key?.projectId ?? null,
    actor: caller?.actor ?? { type: 'client', id: null },
    action: isDenied ? 'access.denied' : 'authentication.failed',
    outcome: isDenied ? 'denied' : 'failure',
    ...(key ? { subject: { type: key.type, id: key.id } } : {}),
    details: { endpoint: `${method} ${path}`, reason },
    call,
    at: now(),
  })
}
