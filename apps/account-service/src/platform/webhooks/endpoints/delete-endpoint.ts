import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { deleteEndpointRow, requireEndpoint } from '../index.ts'
import { auditEndpoint } from './audit-endpoint.ts'

type Delete = typeof webhooks.deleteWebhookEndpoint

export async function deleteEndpoint(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { params, ...request }: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await deleteEndpointRow(transaction, params.id)
    await auditEndpoint(transaction, request, 'webhook_endpoint.deleted', params.id, now())
  })
  return { success: true }
}
