import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { parkDeliveries, requireEndpoint, updateEndpointRow } from '../index.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import { requireAllowedHost } from './require-reachable.ts'
import { serializeEndpoint } from './serialize-endpoint.ts'

type Update = typeof webhooks.updateWebhookEndpoint

export async function updateEndpoint(
  services: Pick<Services, 'database' | 'options' | 'now'>,
  { params, body, ...request }: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, now } = services
  if (body.url !== undefined) await requireAllowedHost(services, body.url)

  return await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await updateEndpointRow(transaction, params.id, body)
    if (body.is_enabled === false) await parkDeliveries(transaction, params.id)
    await auditEndpoint(transaction, request, 'webhook_endpoint.updated', params.id, now())
    return serializeEndpoint(await requireEndpoint(transaction, request.project.id, params.id))
  })
}
