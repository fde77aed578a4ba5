import type { webhooks } from '@parley/contract/account'
import { type AuditAction, recordAudit } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import type { Access, EndpointRequest } from '../../request-context/index.ts'

/** Records an owner's change of an endpoint in the audit log. */
export async function auditEndpoint(
  database: Database,
  { project, actor, info }: Access & Pick<EndpointRequest<typeof webhooks.createWebhookEndpoint>, 'info'>,
  action: AuditAction,
  id: string,
  at: Date,
): Promise<void> {
  const subject = { type: 'webhook_endpoint', id }
  await recordAudit(database, { projectId: project.id, actor, action, subject, info, at })
}
