import { type AnyEndpoint, type ApiError, KnownError, type KnownErrorCode } from '@parley/contract'
import { type RateLimit, toNetworkKey } from '@parley/server'
import type { PlainTextError, RequestInfo } from '@parley/server/http'
import type { Services } from '../../services.ts'
import { findRejectedKey, isDenial } from '../audit/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { AuthContext } from './auth-context.ts'

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
const auditLimit = { attempts: 300, windowMs: 5 * 60_000 }
const perNetwork: RateLimit = { name: 'noted-refusals-by-network', ...auditLimit }
const perUser: RateLimit = { name: 'noted-refusals-by-user', ...auditLimit }

/** Signed-in users have their own limit, so that others in the same network cannot hide their attempts. */
async function isBelowAuditLimit(
  rateLimits: Services['rateLimits'],
  auth: AuthContext | null,
  { ip }: RequestInfo,
): Promise<boolean> {
  const { isAllowed } = auth?.access?.user
    ? await rateLimits.consume(perUser, auth.access.user.id)
    : await rateLimits.consume(perNetwork, toNetworkKey(ip))
  return isAllowed
}

/** Audits an error that is relevant to security. */
export async function auditDenied(
  services: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  auth: AuthContext | null,
  { method, path }: AnyEndpoint,
  error: ApiError | PlainTextError,
  info: RequestInfo,
): Promise<void> {
  const reason = error instanceof KnownError ? error.code : String(error.status)
  const isDenied = denials.has(reason) || error.status === 403 || isDenial(error)
  if (!isDenied && !failures.has(reason)) return

  if (!(await isBelowAuditLimit(services.rateLimits, auth, info))) return
  const key = findRejectedKey(error)
  const context = createServiceContext(services, {
    projectId: auth?.access?.project.id ?? key?.projectId ?? null,
    actor: auth?.access?.actor ?? { type: 'client', id: null },
    info,
  })
  await context.audit(
    isDenied ? 'access.denied' : 'authentication.failed',
    key && { type: key.type, id: key.id },
    { endpoint: `${method} ${path}`, reason },
    isDenied ? 'denied' : 'failure',
  )
}
