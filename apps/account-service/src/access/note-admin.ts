import type { AnyEndpoint } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import type { Caller } from './identity.ts'

/** Audits every request with admin access. */
export async function noteAdmin(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { access }: Caller,
  { method, path }: AnyEndpoint,
  call: HttpCall,
): Promise<void> {
  if (access?.accessType !== 'admin') return
  await recordAudit(database, {
    projectId: access.project.id,
    actor: access.actor,
    action: 'admin.called',
    details: { endpoint: `${method} ${path}` },
    call,
    at: now(),
  })
}
