import { type AnyEndpoint, type ApiError, KnownError, type KnownErrorCode } from '@parley/contract'
import type { PlainTextError, RequestInfo } from '@parley/server/http'
import type { Services } from '../../services.ts'
import {
  type Failure,
  findFailedAccount,
  findRejectedKey,
  isDenial,
  isWithinAuditLimit,
} from '../audit/index.ts'
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

  const key = findRejectedKey(error)
  const account = findFailedAccount(error)
  const projectId = auth?.access?.project.id ?? key?.projectId ?? null
  const failure: Failure = {
    kind: isDenied ? 'access' : 'authentication',
    projectId,
    userId: auth?.access?.user?.id ?? null,
    accountKey: account?.key ?? null,
    info,
  }
  if (!(await isWithinAuditLimit(services, failure))) return
  const context = createServiceContext(services, {
    projectId,
    actor: auth?.access?.actor ?? { type: 'client', id: null },
    info,
  })
  await context.audit(
    isDenied ? 'access.denied' : 'authentication.failed',
    key ?? (account?.userId ? { type: 'user', id: account.userId } : null),
    { endpoint: `${method} ${path}`, reason },
    isDenied ? 'denied' : 'failure',
  )
}
