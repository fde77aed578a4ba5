import type { ApiError } from '@parley/contract'
import { type PhoneEndpointDefinition, PhoneError, type PhoneErrorCode } from '@parley/contract/phone'
import { type RateLimit, toNetworkKey } from '@parley/server'
import type { PlainTextError, RequestInfo } from '@parley/server/http'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import type { CurrentUser } from './authenticate.ts'

const denials: ReadonlySet<string> = new Set<PhoneErrorCode>([
  'PHONE_ADMIN_REQUIRED',
  'WORKSPACE_NOT_FOUND',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'UNPARSABLE_ACCESS_TOKEN',
  'RECORDING_LINK_EXPIRED',
])

/** Maximum of audit entries for one user or network, so that a client cannot flood the log. */
const auditLimit: RateLimit = { name: 'phone-audited-denials', attempts: 300, windowMs: 5 * 60_000 }
/** The entry that says that further denials of a window are left out. */
const summaryLimit: RateLimit = { ...auditLimit, name: 'phone-omitted-denials', attempts: 1 }

/** Audits an error that denies access. */
export async function auditDenied(
  services: Pick<Services, 'database' | 'rateLimits' | 'projectId' | 'now'>,
  user: CurrentUser | null,
  { method, path }: PhoneEndpointDefinition,
  error: ApiError | PlainTextError,
  info: RequestInfo,
): Promise<void> {
  if (!(error instanceof PhoneError) || !denials.has(error.code)) return

  const source = user?.userId ?? toNetworkKey(info.ip)
  const context = createServiceContext(services, {
    workspaceId: user?.workspaceId ?? null,
    userId: user?.userId ?? null,
    info,
  })
  if ((await services.rateLimits.consume(auditLimit, source)).isAllowed)
    await context.audit(
      'access.denied',
      null,
      { endpoint: `${method} ${path}`, reason: error.code },
      'denied',
    )
  else if ((await services.rateLimits.consume(summaryLimit, source)).isAllowed)
    await context.audit('access.omitted', { type: 'source', id: source }, {}, 'denied')
}
