import { KnownError, type ResponseOf } from '@parley/contract'
import type { notifications } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isViolationOf } from '../database/index.ts'
import type { Services } from '../services.ts'
import { categoryOf } from './categories.ts'
import { preferenceShape, preferenceUserConstraint, savePreference } from './preferences.ts'
import { requireUser } from './require-user.ts'

type Update = typeof notifications.updateNotificationPreference

export async function updateNotificationPreference(
  services: Pick<Services, 'database' | 'findUser' | 'now'>,
  { params, body, call, ...access }: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  await requireUser(services, access, params.user)
  const category = categoryOf(params.category)
  if (!category) throw new TextError(404, 'Notification category not found.')
  if (!category.canDisable && !body.enabled)
    throw new TextError(
      400,
      'E-mails of this category are required to use the account and cannot be turned off.',
    )

  const { project, actor } = access
  try {
    await services.database.transaction().execute(async (transaction) => {
      await savePreference(transaction, {
        projectId: project.id,
        userId: params.user,
        categoryId: category.id,
        isEnabled: body.enabled,
      })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'notification_preference.changed',
        subject: { type: 'user', id: params.user },
        details: { category: category.name, isEnabled: body.enabled },
        call,
        at: services.now(),
      })
    })
  } catch (error) {
    // The user was deleted between the check and the write.
    if (isViolationOf(error, preferenceUserConstraint)) throw new KnownError('USER_NOT_FOUND')
    throw error
  }
  return preferenceShape(category, body.enabled)
}
