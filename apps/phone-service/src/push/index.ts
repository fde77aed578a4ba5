import type { PhoneHandlers } from '../request-context/index.ts'
import { deletePushSubscription } from './delete-push-subscription.ts'
import { getPushKey } from './get-push-key.ts'
import { savePushSubscription } from './save-push-subscription.ts'

export { type NotifyByPushDeps, notifyByPush } from './notify-by-push.ts'
export { deleteSubscriptionsOfSession, deleteSubscriptionsOfUser } from './push-subscriptions.ts'

export const pushHandlers = {
  'GET /push/key': getPushKey,
  'PUT /push/subscription': savePushSubscription,
  'DELETE /push/subscription': deletePushSubscription,
} satisfies Partial<PhoneHandlers>
