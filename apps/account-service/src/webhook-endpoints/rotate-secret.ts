import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { changeEndpoint, newSecret, requireEndpoint, webhookSecretPurpose } from '../webhooks/index.ts'
import { noteEndpoint } from './note-endpoint.ts'

type Rotate = typeof webhooks.rotateWebhookSecret

/** How long the previous secret also signs, so that receivers can switch without missing events. */
const bothSecretsMs = 24 * 60 * 60_000

export async function rotateSecret(
  { database, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>,
  { params, ...request }: ServedRequest<Rotate>,
): Promise<ResponseOf<Rotate>> {
  const secret = newSecret()
  await database.transaction().execute(async (transaction) => {
    const { sealed_secret } = await requireEndpoint(transaction, request.project.id, params.id)
    await changeEndpoint(transaction, params.id, {
      sealed_secret: secrets.seal(secret, webhookSecretPurpose),
      sealed_previous_secret: sealed_secret,
      previous_secret_ends_at: new Date(now().getTime() + bothSecretsMs),
    })
    await noteEndpoint(transaction, request, 'webhook_endpoint.secret_rotated', params.id, now())
  })
  return { secret }
}
