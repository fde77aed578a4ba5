import { notifications } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listNotificationPreferences } from './list-preferences.ts'
import { showUnsubscribePage, unsubscribe } from './unsubscribe.ts'
import { updateNotificationPreference } from './update-preference.ts'

export {
  categoryNamed,
  marketing,
  type NotificationCategory,
  transactional,
} from './categories.ts'
export { wantsMail } from './preferences.ts'
export { makeUnsubscribeLink } from './unsubscribe-code.ts'

export function serveNotifications(serve: Serve, services: Services): void {
  serve(notifications.listNotificationPreferences, (request) =>
    listNotificationPreferences(services, request),
  )
  serve(notifications.updateNotificationPreference, (request) =>
    updateNotificationPreference(services, request),
  )
  serve(notifications.showUnsubscribePage, (request) => showUnsubscribePage(services, request))
  serve(notifications.unsubscribe, (request) => unsubscribe(services, request))
}
