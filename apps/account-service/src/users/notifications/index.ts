import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { listNotificationPreferences } from './list-preferences.ts'
import { showUnsubscribePage } from './show-unsubscribe-page.ts'
import { unsubscribe } from './unsubscribe.ts'
import { updateNotificationPreference } from './update-preference.ts'

export {
  findCategoryByName,
  marketing,
  type NotificationCategory,
  transactional,
} from './categories.ts'
export { isSubscribed } from './preferences.ts'
export { createUnsubscribeLink } from './unsubscribe-code.ts'

export const notificationHandlers = {
  'GET /emails/notification-preference/{user}': listNotificationPreferences,
  'PATCH /emails/notification-preference/{user}/{category}': updateNotificationPreference,
  'GET /emails/unsubscribe-link': showUnsubscribePage,
  'POST /emails/unsubscribe-link': unsubscribe,
} satisfies Partial<AccountHandlers>
