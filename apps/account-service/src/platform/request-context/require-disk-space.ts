import type {
  AccountEndpointDefinition,
  AccountEndpointKey,
  AccountRateLimit,
} from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { AuthContext } from './auth-context.ts'

export interface DatabaseDiskService {
  /** Returns whether the disk of the embedded database has less free space than the operator has set. */
  readonly isDatabaseDiskFull: () => Promise<boolean>
}

/** Endpoints that sign users in, or change what they sign in with. */
const signInLimits: readonly AccountRateLimit[] = [
  'sign-in',
  'refresh',
  'codes',
  'second-factor',
  'provider',
  'passkeys',
  'password-change',
  'cli-polls',
  'cli-approvals',
  'unsubscribe',
]

/** Endpoints with which sign-ins begin. They store a code, as often as a back end requests it. */
const signInStartLimits: readonly AccountRateLimit[] = ['code-mails', 'passkey-starts', 'cli-starts']

/** Other endpoints that add nothing to the database, or revoke what was there. */
const harmlessEndpoints: ReadonlySet<string> = new Set<AccountEndpointKey>([
  'POST /analytics/events/batch',
  'POST /check-feature-support',
  'POST /connected-accounts/{user}/{provider}/access-token',
  'POST /connected-accounts/{user}/{provider}/{account}/access-token',
  'POST /emails/render-email',
  'PATCH /internal/api-keys/{id}',
  'POST /internal/users/check-sessions',
  'POST /internal/webhook-endpoints/{id}/rotate-secret',
  'PATCH /team-api-keys/{id}',
  'POST /team-api-keys/check',
  'PATCH /user-api-keys/{id}',
  'POST /user-api-keys/check',
  'POST /webhooks/svix-token',
])

/**
 * Requires free space on the disk of the embedded database for each request that may store data, except deletions and
 * sign-ins. A small change of a user or team is published with all their metadata.
 *
 * @throws {PlainTextError} 503
 */
export async function requireDiskSpace(
  { isDatabaseDiskFull }: DatabaseDiskService,
  auth: Pick<AuthContext, 'access'>,
  endpoint: AccountEndpointDefinition,
): Promise<void> {
  if (isAllowedOnFullDisk(auth, endpoint)) return
  if (await isDatabaseDiskFull())
    throw new PlainTextError(503, 'Not saved: the disk of this server is almost full. Tell its operator.')
}

function isAllowedOnFullDisk(
  { access }: Pick<AuthContext, 'access'>,
  { method, path, rateLimit }: AccountEndpointDefinition,
): boolean {
  if (method === 'GET' || method === 'DELETE' || harmlessEndpoints.has(`${method} ${path}`)) return true
  if (rateLimit === undefined) return false
  const isLimited = access === null || access.accessType === 'client'
  return signInLimits.includes(rateLimit) || (isLimited && signInStartLimits.includes(rateLimit))
}
