import type { ResponseOf } from '@parley/contract'
import { PhoneError, type push } from '@parley/contract/phone'
import { BlockedHostError, hashToken, resolveAllowedAddress } from '@parley/server'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { encryptMessage } from './encrypt-message.ts'
import { findEndpointNetworks } from './find-endpoint-networks.ts'
import { deleteEarliest, lockSubscriptions, savePushTarget } from './push-subscriptions.ts'
import { type PushTarget, sealPushTarget } from './push-target.ts'

type SavePushSubscription = typeof push.savePushSubscription

const maxBrowsersPerUser = 10

export async function savePushSubscription(
  { database, secrets, settings, now }: Pick<Services, 'database' | 'secrets' | 'settings' | 'now'>,
  { user, body }: PhoneRequest<SavePushSubscription>,
): Promise<ResponseOf<SavePushSubscription>> {
  const { deviceId, endpoint, keys, locale } = body
  await checkTarget({ endpoint, keys }, findEndpointNetworks(endpoint, settings))
  await database.transaction().execute(async (transaction) => {
    await lockSubscriptions(transaction, user.userId)
    await savePushTarget(transaction, {
      userId: user.userId,
      deviceId,
      sessionId: user.sessionId,
      workspaceIds: user.workspaces.map(({ id }) => id),
      endpointHash: hashToken(endpoint),
      targetEncrypted: sealPushTarget(secrets, { endpoint, keys }),
      locale,
      updatedAt: now(),
    })
    await deleteEarliest(transaction, user.userId, maxBrowsersPerUser)
  })
  return { success: true }
}

/** @throws {PhoneError} `PUSH_SUBSCRIPTION_NOT_VALID` */
async function checkTarget({ endpoint, keys }: PushTarget, allowedNetworks: readonly string[]) {
  try {
    await resolveAllowedAddress(new URL(endpoint).hostname, { allowedNetworks })
  } catch (error) {
    if (error instanceof BlockedHostError) throw new PhoneError('PUSH_SUBSCRIPTION_NOT_VALID')
    throw error
  }
  try {
    encryptMessage(Buffer.alloc(0), keys)
  } catch {
    // The public key is no point of the curve.
    throw new PhoneError('PUSH_SUBSCRIPTION_NOT_VALID')
  }
}
