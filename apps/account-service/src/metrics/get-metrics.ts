import type { ResponseOf } from '@parley/contract'
import type { metrics } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { userShape } from '../users/index.ts'

type Get = typeof metrics.getMetrics

export const dayMs = 24 * 60 * 60_000
export const shownDays = 31
const shownUsers = 5

export async function getMetrics(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project }: ServedRequest<Get>,
): Promise<ResponseOf<Get>> {
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(now().getTime() - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const [counts, registered, active] = await Promise.all([
    readCounts(database, project.id, days[0]!),
    latelyRegistered(database, project.id),
    latelyActive(database, project.id),
  ])
  const perDay = (kind: 'signed-up' | 'active') =>
    days.map((date) => ({ date, activity: counts.get(`${kind} ${date}`) ?? 0 }))
  const methods = [...counts].filter(([name, count]) => name.startsWith('method ') && count > 0)
  return {
    total_users: counts.get('users') ?? 0,
    daily_users: perDay('signed-up'),
    daily_active_users: perDay('active'),
    // Nothing here tells where an address of the network is, so that nobody's country is known.
    users_by_country: {},
    recently_registered: registered.map(userShape),
    recently_active: active.map(userShape),
    login_methods: methods.map(([name, count]) => ({ method: name.slice('method '.length), count })),
  }
}

/** The counts of a project by their names, in the order of names; of days those since `firstDay`. */
async function readCounts(
  database: Database,
  projectId: string,
  firstDay: string,
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('counts')
    .select(['name', (select) => select.fn.sum<string>('count').as('count')])
    .where('project_id', '=', projectId)
    .where(({ or, and, eb }) =>
      or([
        eb('name', '=', 'users'),
        eb('name', 'like', 'method %'),
        and([eb('name', '>=', `active ${firstDay}`), eb('name', 'like', 'active %')]),
        and([eb('name', '>=', `signed-up ${firstDay}`), eb('name', 'like', 'signed-up %')]),
      ]),
    )
    .groupBy('name')
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}

async function latelyRegistered(database: Database, projectId: string) {
  return await database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('signed_up_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownUsers)
    .execute()
}

async function latelyActive(database: Database, projectId: string) {
  const lately = await database
    .selectFrom('user_activity')
    .select('user_id')
    .where('project_id', '=', projectId)
    .orderBy('last_active_at', 'desc')
    .limit(shownUsers)
    .execute()
  if (lately.length === 0) return []
  const ids = lately.map(({ user_id }) => user_id)
  const users = await database.selectFrom('user_records').selectAll().where('id', 'in', ids).execute()
  return users.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
