import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { generateWebhookSecret } from '@parley/server/webhooks'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { requireEndpoint, updateEndpointRow, webhookSecretPurpose } from '../index.ts'

type Rotate = typeof webhooks.rotateWebhookSecret

/** How long the previous secret also signs, so that receivers can switch without missing events. */
const secretOverlapMs = 24 * 60 * 60_000

export async function rotateSecret(
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  request: EndpointRequest<Rotate>,
): Promise<ResponseOf<Rotate>> {
  const { params } = request
  const secret = generateWebhookSecret()
  await request.transaction(async (transaction) => {
    const { sealedSecret } = await requireEndpoint(transaction, request.project.id, params.id)
    await updateEndpointRow(transaction, params.id, {
      sealedSecret: secrets.seal(secret, webhookSecretPurpose),
      sealedPreviousSecret: sealedSecret,
      previousSecretEndsAt: new Date(now().getTime() + secretOverlapMs),
    })
    await transaction.audit('webhook_endpoint.secret_rotated', { type: 'webhook_endpoint', id: params.id })
  })
  return { secret }
}
