import type { ResponseOf } from '@parley/contract'
import type { notifications } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { categories } from './categories.ts'
import { listEnabledCategoryIds, serializePreference } from './preferences.ts'
import { requirePreferenceAccess } from './require-preference-access.ts'

type List = typeof notifications.listNotificationPreferences

export async function listNotificationPreferences(
  services: Pick<Services, 'database'>,
  { params, ...access }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  await requirePreferenceAccess(services, access, params.user)
  const enabled = await listEnabledCategoryIds(services.database, params.user)
  return {
    items: categories.map((category) => serializePreference(category, enabled.has(category.id))),
    is_paginated: false,
  }
}
