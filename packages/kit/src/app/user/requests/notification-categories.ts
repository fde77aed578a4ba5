import { unwrap } from '@parley/client'
import type { UserDeps } from '../user-deps.ts'

/** A kind of e-mail that a user can receive. */
export interface NotificationCategory {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly canDisable: boolean
  setEnabled(enabled: boolean): Promise<void>
}

/** @param refresh - Refetches what shows the categories. */
export async function listNotificationCategories(
  { core, userId }: UserDeps,
  refresh: () => Promise<void>,
): Promise<NotificationCategory[]> {
  const { items } = unwrap(
    await core.request('GET /emails/notification-preference/{user}', { params: { user: userId } }),
  )
  return items.map((wire) => ({
    id: wire.notification_category_id,
    name: wire.notification_category_name,
    enabled: wire.enabled,
    canDisable: wire.can_disable,
    async setEnabled(enabled) {
      const params = { user: userId, category: wire.notification_category_id }
      const body = { enabled }
      unwrap(await core.request('PATCH /emails/notification-preference/{user}/{category}', { params, body }))
      await refresh()
    },
  }))
}
