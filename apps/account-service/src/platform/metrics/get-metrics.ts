import type { ResponseOf } from '@parley/contract'
import type { metrics } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { listRecentlyActiveUserIds } from '../../auth/sessions/records/index.ts'
import type { Services } from '../../services.ts'
import { serializeUser } from '../../users/index.ts'
import { listLatestUsers, listUsersById } from '../../users/records/index.ts'
import type { Database } from '../database/index.ts'
import type { EndpointRequest } from '../request-context/index.ts'
import { listCounters } from './counters.ts'

type Get = typeof metrics.getMetrics

export const dayMs = 24 * 60 * 60_000
export const listedDays = 31
const maxListedUsers = 5

export async function getMetrics(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const days = Array.from({ length: listedDays }, (_, index) =>
    new Date(now().getTime() - (listedDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const [counts, registered, active] = await Promise.all([
    listCounters(database, project.id, required(days[0], 'the first day')),
    listLatestUsers(database, project.id, maxListedUsers),
    listRecentlyActiveUsers(database, project.id),
  ])
  const perDay = (kind: 'signed-up' | 'active') =>
    days.map((date) => ({ date, activity: counts.get(`${kind} ${date}`) ?? 0 }))
  const methods = [...counts].filter(([name, count]) => name.startsWith('method ') && count > 0)
  return {
    total_users: counts.get('users') ?? 0,
    daily_users: perDay('signed-up'),
    daily_active_users: perDay('active'),
    // No IP geolocation, so countries are unknown.
    users_by_country: {},
    recently_registered: registered.map(serializeUser),
    recently_active: active.map(serializeUser),
    login_methods: methods.map(([name, count]) => ({ method: name.slice('method '.length), count })),
  }
}

async function listRecentlyActiveUsers(database: Database, projectId: string) {
  return await listUsersById(
    database,
    projectId,
    await listRecentlyActiveUserIds(database, projectId, maxListedUsers),
  )
}
