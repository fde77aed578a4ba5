import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { changeEndpoint, parkDeliveries, requireEndpoint } from '../webhooks/index.ts'
import { endpointShape } from './endpoint-shape.ts'
import { noteEndpoint } from './note-endpoint.ts'
import { requireReachable } from './require-reachable.ts'

type Update = typeof webhooks.updateWebhookEndpoint

export async function updateEndpoint(
  services: Pick<Services, 'database' | 'options' | 'now'>,
  { params, body, ...request }: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, now } = services
  if (body.url !== undefined) await requireReachable(services, body.url)

  return await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await changeEndpoint(transaction, params.id, body)
    if (body.is_enabled === false) await parkDeliveries(transaction, params.id)
    await noteEndpoint(transaction, request, 'webhook_endpoint.updated', params.id, now())
    return endpointShape(await requireEndpoint(transaction, request.project.id, params.id))
  })
}
