import { KnownError, type ResponseOf } from '@parley/contract'
import type { notifications } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { isConstraintViolation } from '../../platform/database/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findCategory } from './categories.ts'
import { preferenceUserForeignKey, savePreference, serializePreference } from './preferences.ts'
import { requirePreferenceAccess } from './require-preference-access.ts'

type Update = typeof notifications.updateNotificationPreference

export async function updateNotificationPreference(
  services: Pick<Services, 'database'>,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { params, body } = request
  await requirePreferenceAccess(services, request, params.user)
  const category = findCategory(params.category)
  if (!category) throw plainTextError('categoryNotFound')
  if (!category.canDisable && !body.enabled)
    throw new PlainTextError(
      400,
      'E-mails of this category are required to use the account and cannot be turned off.',
    )

  const { project } = request
  try {
    await request.transaction(async (transaction) => {
      await savePreference(transaction, {
        projectId: project.id,
        userId: params.user,
        categoryId: category.id,
        isEnabled: body.enabled,
      })
      await transaction.audit(
        'notification_preference.changed',
        { type: 'user', id: params.user },
        { category: category.name, isEnabled: body.enabled },
      )
    })
  } catch (error) {
    // The user was deleted between the check and the write.
    if (isConstraintViolation(error, preferenceUserForeignKey)) throw new KnownError('USER_NOT_FOUND')
    throw error
  }
  return serializePreference(category, body.enabled)
}
