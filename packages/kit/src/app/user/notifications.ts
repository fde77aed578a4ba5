import { type Collection, createCollection } from '../collection.ts'
import { useData } from '../use-data.ts'
import type { NotificationCategory } from './requests/notification-categories.ts'
import type { UserDeps } from './user-deps.ts'

export interface NotificationMethods {
  listNotificationCategories(): Promise<NotificationCategory[]>
  useNotificationCategories(): NotificationCategory[]
}

export function createNotificationMethods(deps: UserDeps): NotificationMethods {
  const categories: Collection<NotificationCategory> = createCollection(
    deps.core,
    `notification-categories ${deps.userId}`,
    // Few pages show them.
    async () =>
      (await import('./requests/notification-categories.ts')).listNotificationCategories(
        deps,
        categories.refresh,
      ),
  )
  return {
    listNotificationCategories: categories.list,
    useNotificationCategories: () => useData(categories.data),
  }
}
