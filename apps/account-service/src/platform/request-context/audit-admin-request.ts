import type { AnyEndpoint } from '@parley/contract'
import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/index.ts'
import type { AuthContext } from './auth-context.ts'

/** Audits every request with admin access. */
export async function auditAdminRequest(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { access }: AuthContext,
  { method, path }: AnyEndpoint,
  info: RequestInfo,
): Promise<void> {
  if (access?.accessType !== 'admin') return
  await recordAudit(database, {
    projectId: access.project.id,
    actor: access.actor,
    action: 'admin.called',
    details: { endpoint: `${method} ${path}` },
    info,
    at: now(),
  })
}
