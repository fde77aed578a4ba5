import { unwrap } from '@parley/client'
import { type Collection, createCollection } from '../collection.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from './user-deps.ts'

/** A kind of e-mail that a user can receive. */
export interface NotificationCategory {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly canDisable: boolean
  setEnabled(enabled: boolean): Promise<void>
}

export interface NotificationMethods {
  listNotificationCategories(): Promise<NotificationCategory[]>
  useNotificationCategories(): NotificationCategory[]
}

export function createNotificationMethods({ core, userId }: UserDeps): NotificationMethods {
  const categories: Collection<NotificationCategory> = createCollection(
    core,
    `notification-categories ${userId}`,
    async () => {
      const params = { user: userId }
      const { items } = unwrap(await core.request('GET /emails/notification-preference/{user}', { params }))
      return items.map((wire) => ({
        id: wire.notification_category_id,
        name: wire.notification_category_name,
        enabled: wire.enabled,
        canDisable: wire.can_disable,
        setEnabled: (enabled) => setEnabled(wire.notification_category_id, enabled),
      }))
    },
  )

  async function setEnabled(category: string, enabled: boolean): Promise<void> {
    const params = { user: userId, category }
    const body = { enabled }
    unwrap(await core.request('PATCH /emails/notification-preference/{user}/{category}', { params, body }))
    await categories.refresh()
  }

  return {
    listNotificationCategories: categories.list,
    useNotificationCategories: () => useData(categories.data),
  }
}
