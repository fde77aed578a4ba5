import type { notifications } from '@parley/contract/account'
import type { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { categories, type NotificationCategory } from './categories.ts'

/** Foreign key: a preference belongs to an existing user. */
export const preferenceUserForeignKey = 'notification_preferences_project_id_user_id_fkey'

interface Preference {
  readonly projectId: string
  readonly userId: string
  readonly categoryId: string
  readonly isEnabled: boolean
}

/** Saves a preference. Of two concurrent writes the last one wins. */
export async function savePreference(
  database: Database,
  { projectId, userId, categoryId, isEnabled }: Preference,
): Promise<void> {
  await database
    .insertInto('notification_preferences')
    .values({ project_id: projectId, user_id: userId, category_id: categoryId, is_enabled: isEnabled })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'category_id']).doUpdateSet({ is_enabled: isEnabled }),
    )
    .execute()
}

/** Returns the ids of the categories that a user receives. */
export async function listEnabledCategoryIds(
  database: Database,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('notification_preferences')
    .select(['category_id', 'is_enabled'])
    .where('user_id', '=', userId)
    .execute()
  const stored = new Map(rows.map((row) => [row.category_id, row.is_enabled]))
  return new Set(
    categories
      .filter(
        ({ id, canDisable, isEnabledByDefault }) => !canDisable || (stored.get(id) ?? isEnabledByDefault),
      )
      .map(({ id }) => id),
  )
}

/** Returns whether a user receives e-mails of a category. */
export async function isSubscribed(
  database: Database,
  userId: string,
  category: NotificationCategory,
): Promise<boolean> {
  return !category.canDisable || (await listEnabledCategoryIds(database, userId)).has(category.id)
}

export function serializePreference(
  { id, name, canDisable }: NotificationCategory,
  isEnabled: boolean,
): z.infer<typeof notifications.notificationPreference> {
  return {
    notification_category_id: id,
    notification_category_name: name,
    enabled: isEnabled,
    can_disable: canDisable,
  }
}
