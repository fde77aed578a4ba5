import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { requeueDelivery, requireEndpoint } from '../index.ts'

type Replay = typeof webhooks.replayWebhookDelivery

/** Requeues a delivery in any state; earlier attempts remain listed. */
export async function replayDelivery(
  { now }: Pick<Services, 'now'>,
  request: EndpointRequest<Replay>,
): Promise<ResponseOf<Replay>> {
  const { project, params } = request
  await request.transaction(async (transaction) => {
    const endpoint = await requireEndpoint(transaction, project.id, params.id)
    const selector = { id: params.delivery, endpointId: params.id, now: now() }
    if (!(await requeueDelivery(transaction, selector)))
      throw new PlainTextError(404, 'Webhook delivery not found for this endpoint.')
    if (!endpoint.isEnabled)
      throw new PlainTextError(400, 'This endpoint is disabled. Enable it, then replay the delivery.')
    await transaction.audit('webhook_delivery.replayed', { type: 'webhook_delivery', id: params.delivery })
  })
  return { success: true }
}
