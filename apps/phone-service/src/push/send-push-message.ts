import type { push } from '@parley/contract/phone'
import { outboundFetch } from '@parley/server'
import type { Services } from '../services.ts'
import { encryptMessage } from './encrypt-message.ts'
import { findEndpointNetworks } from './find-endpoint-networks.ts'
import { deleteSubscription, type StoredPushSubscription } from './push-subscriptions.ts'
import { openPushTarget } from './push-target.ts'
import { createPushAuthorization } from './signing-keys.ts'

export type PushDeps = Pick<Services, 'database' | 'secrets' | 'settings' | 'now' | 'log'>

const timeoutMs = 5_000
const maxResponseBytes = 16 * 1024

/**
 * Sends a message to the push service of a browser, which delivers it within `ttlMs` or drops it; RFC 8030. A
 * message replaces an undelivered one about the same call. A subscription that does not exist any more is
 * deleted. Returns whether the push service has accepted the message.
 */
export async function sendPushMessage(
  deps: PushDeps,
  subscription: StoredPushSubscription,
  message: push.PushMessage,
  ttlMs: number,
): Promise<boolean> {
  const { database, secrets, settings, log } = deps
  try {
    const { endpoint, keys } = openPushTarget(secrets, subscription.targetEncrypted)
    const allowedNetworks = findEndpointNetworks(endpoint, settings)
    const { status } = await outboundFetch(
      endpoint,
      {
        method: 'POST',
        headers: {
          authorization: await createPushAuthorization(deps, endpoint),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(Math.ceil(ttlMs / 1_000)),
          urgency: 'high',
          // At most 32 characters.
          topic: message.callId.replaceAll('-', ''),
        },
        body: encryptMessage(Buffer.from(JSON.stringify(message)), keys),
      },
      { timeoutMs, maxBytes: maxResponseBytes, allowedNetworks },
    )
    if (status === 404 || status === 410) await deleteSubscription(database, subscription)
    else if (status >= 300) log.warn('push.rejected', { status, userId: subscription.userId })
    return status < 300
  } catch (error) {
    log.warn('push.failed', { userId: subscription.userId, error })
    return false
  }
}
