import type { ResponseOf } from '@parley/contract'
import { PhoneError, type webhooks } from '@parley/contract/phone'
import { generateWebhookSecret } from '@parley/server/webhooks'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { lockWebhook, type StoredWebhook, saveWebhook } from './records/index.ts'
import { encryptSecret } from './secrets.ts'
import { serializeWebhook } from './serialize-webhook.ts'

type RotateSecret = typeof webhooks.rotateSecret

/** How long requests are also signed with the previous secret, so that receivers can be changed without missing events. */
const overlapMs = 24 * 60 * 60_000

export async function rotateSecret(
  services: Pick<Services, 'secrets' | 'now'>,
  { user, params, transaction }: PhoneRequest<RotateSecret>,
): Promise<ResponseOf<RotateSecret>> {
  const { workspaceId } = user
  const secret = generateWebhookSecret()
  const now = services.now()
  return await transaction(async (changes) => {
    const stored = await lockWebhook(changes, workspaceId, params.webhook)
    if (!stored) throw new PhoneError('WEBHOOK_NOT_FOUND')
    const webhook: StoredWebhook = {
      ...stored,
      secretEncrypted: encryptSecret(services, stored, secret),
      previousSecretEncrypted: stored.secretEncrypted,
      previousSecretEndsAt: new Date(now.getTime() + overlapMs),
    }
    await saveWebhook(changes, webhook)
    await changes.audit('webhook.secret_rotated', { type: 'webhook', id: webhook.id })
    return { webhook: serializeWebhook(webhook, now), secret }
  })
}
