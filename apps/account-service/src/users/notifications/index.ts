import { notifications } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
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

export function serveNotifications(serve: AccountRouter, services: Services): void {
  serve(notifications.listNotificationPreferences, (request) =>
    listNotificationPreferences(services, request),
  )
  serve(notifications.updateNotificationPreference, (request) =>
    updateNotificationPreference(services, request),
  )
  serve(notifications.showUnsubscribePage, (request) => showUnsubscribePage(services, request))
  serve(notifications.unsubscribe, (request) => unsubscribe(services, request))
}
