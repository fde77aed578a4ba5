import type { ResponseOf } from '@parley/contract'
import type { push } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteSubscription } from './push-subscriptions.ts'

type DeletePushSubscription = typeof push.deletePushSubscription

export async function deletePushSubscription(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<DeletePushSubscription>,
): Promise<ResponseOf<DeletePushSubscription>> {
  await deleteSubscription(database, { userId: user.userId, deviceId: query.device })
  return { success: true }
}
