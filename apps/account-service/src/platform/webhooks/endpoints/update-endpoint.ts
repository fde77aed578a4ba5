import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { parkDeliveries, requireEndpoint, updateEndpointRow } from '../index.ts'
import { requireAllowedHost } from './require-reachable.ts'
import { serializeEndpoint } from './serialize-endpoint.ts'

type Update = typeof webhooks.updateWebhookEndpoint

export async function updateEndpoint(
  services: Pick<Services, 'options'>,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { params, body } = request
  if (body.url !== undefined) await requireAllowedHost(services, body.url)

  return await request.transaction(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await updateEndpointRow(transaction, params.id, {
      url: body.url,
      description: body.description,
      eventTypes: body.event_types,
      isEnabled: body.is_enabled,
    })
    if (body.is_enabled === false) await parkDeliveries(transaction, params.id)
    await transaction.audit('webhook_endpoint.updated', { type: 'webhook_endpoint', id: params.id })
    return serializeEndpoint(await requireEndpoint(transaction, request.project.id, params.id))
  })
}
