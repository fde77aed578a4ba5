import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { EndpointRequest } from '../../request-context/index.ts'
import { deleteEndpointRow, requireEndpoint } from '../index.ts'

type Delete = typeof webhooks.deleteWebhookEndpoint

export async function deleteEndpoint(
  _services: unknown,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { params } = request
  await request.transaction(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await deleteEndpointRow(transaction, params.id)
    await transaction.audit('webhook_endpoint.deleted', { type: 'webhook_endpoint', id: params.id })
  })
  return { success: true }
}
