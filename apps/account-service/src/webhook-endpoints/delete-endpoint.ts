import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { deleteEndpointRow, requireEndpoint } from '../webhooks/index.ts'
import { noteEndpoint } from './note-endpoint.ts'

type Delete = typeof webhooks.deleteWebhookEndpoint

export async function deleteEndpoint(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { params, ...request }: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await deleteEndpointRow(transaction, params.id)
    await noteEndpoint(transaction, request, 'webhook_endpoint.deleted', params.id, now())
  })
  return { success: true }
}
