import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { Services } from '../../../services.ts'
import { recordAudit } from '../../audit/index.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { requeueDelivery, requireEndpoint } from '../index.ts'

type Replay = typeof webhooks.replayWebhookDelivery

/** Requeues a delivery in any state; earlier attempts remain listed. */
export async function replayDelivery(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, params, info }: EndpointRequest<Replay>,
): Promise<ResponseOf<Replay>> {
  await database.transaction().execute(async (transaction) => {
    const endpoint = await requireEndpoint(transaction, project.id, params.id)
    const order = { id: params.delivery, endpointId: params.id, now: now() }
    if (!(await requeueDelivery(transaction, order)))
      throw new PlainTextError(404, 'Webhook delivery not found for this endpoint.')
    if (!endpoint.is_enabled)
      throw new PlainTextError(400, 'This endpoint is disabled. Enable it, then replay the delivery.')
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'webhook_delivery.replayed',
      subject: { type: 'webhook_delivery', id: params.delivery },
      info,
      at: now(),
    })
  })
  return { success: true }
}
