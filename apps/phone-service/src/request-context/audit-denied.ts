import type { ApiError } from '@parley/contract'
import { type PhoneEndpointDefinition, PhoneError, type PhoneErrorCode } from '@parley/contract/phone'
import { type RateLimit, toNetworkKeys, toNetworkLimits } from '@parley/server'
import type { PlainTextError, RequestInfo } from '@parley/server/http'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { toClientLimits } from './api-keys/client-limits.ts'
import { toAuditedClient } from './api-keys/key-client.ts'
import type { Client } from './authenticate.ts'
import { countOmittedDenial } from './omitted-denials.ts'

const denials: ReadonlySet<string> = new Set<PhoneErrorCode>([
  'PHONE_ADMIN_REQUIRED',
  'WORKSPACE_NOT_FOUND',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'UNPARSABLE_ACCESS_TOKEN',
  'API_KEY_INVALID',
  'API_KEY_NOT_ALLOWED',
  'API_KEY_SCOPE_REQUIRED',
  'RECORDING_LINK_EXPIRED',
])

/** Maximum of audit entries for one user or network, so that a client cannot flood the log. */
const auditLimit: RateLimit = { name: 'phone-audited-denials', attempts: 300, windowMs: 5 * 60_000 }
/**
 * Audits an error that denies access. One beyond the limit of its source is counted, and a summary follows.
 */
export async function auditDenied(
  services: Pick<Services, 'database' | 'rateLimits' | 'projectId' | 'now'>,
  user: Client | null,
  { method, path }: PhoneEndpointDefinition,
  error: ApiError | PlainTextError,
  info: RequestInfo,
): Promise<void> {
  if (!(error instanceof PhoneError) || !denials.has(error.code)) return

  const counted = user ? toClientLimits(auditLimit, user) : toNetworkLimits(auditLimit, info.ip)
  const context = createServiceContext(services, {
    ...(user ? toAuditedClient(user) : { workspaceId: null, userId: null }),
    info,
  })
  if ((await services.rateLimits.consumeAll(counted)).isAllowed)
    await context.audit(
      'access.denied',
      null,
      { endpoint: `${method} ${path}`, reason: error.code },
      'denied',
    )
  else await countOmittedDenial(services, user?.userId ?? toNetworkKeys(info.ip)[0], auditLimit.windowMs)
}
