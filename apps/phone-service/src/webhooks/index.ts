import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './change-webhooks.ts'
import { listDeliveries, resendDelivery, sendTestEvent } from './list-deliveries.ts'
import { deleteEventsOfWorkspace, deleteWebhooksOfWorkspace } from './records/index.ts'
import { rotateSecret } from './rotate-secret.ts'

export { startWebhooks } from './deliver/start-webhooks.ts'

export const webhookHandlers = {
  'GET /webhooks': listWebhooks,
  'POST /webhooks': createWebhook,
  'PUT /webhooks/{webhook}': updateWebhook,
  'DELETE /webhooks/{webhook}': deleteWebhook,
  'POST /webhooks/{webhook}/rotate-secret': rotateSecret,
  'POST /webhooks/{webhook}/test': sendTestEvent,
  'GET /webhooks/{webhook}/deliveries': listDeliveries,
  'POST /webhooks/{webhook}/deliveries/{delivery}/resend': resendDelivery,
} satisfies Partial<PhoneHandlers<Services>>

/** Deletes the webhooks of a workspace, its events and their deliveries. */
export async function deleteWebhooks(database: Services['database'], workspaceId: string): Promise<void> {
  await deleteWebhooksOfWorkspace(database, workspaceId)
  await deleteEventsOfWorkspace(database, workspaceId)
}
