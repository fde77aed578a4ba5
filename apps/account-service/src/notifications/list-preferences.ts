import type { ResponseOf } from '@parley/contract'
import type { notifications } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { categories } from './categories.ts'
import { listEnabled, preferenceShape } from './preferences.ts'
import { requireUser } from './require-user.ts'

type List = typeof notifications.listNotificationPreferences

export async function listNotificationPreferences(
  services: Pick<Services, 'database' | 'findUser'>,
  { params, ...access }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  await requireUser(services, access, params.user)
  const enabled = await listEnabled(services.database, params.user)
  return {
    items: categories.map((category) => preferenceShape(category, enabled.has(category.id))),
    is_paginated: false,
  }
}
