import type { users } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { searchUsers, type UserFilter } from './search-users.ts'
import { findUser } from './user-records.ts'
import { userShape } from './user-shape.ts'

type List = typeof users.listUsers

export async function listUsers(
  { database }: Pick<Services, 'database'>,
  { project, query }: ServedRequest<List>,
) {
  const first = query.cursor ? await findUser(database, project.id, query.cursor) : null
  // Whoever was to begin the page is gone: there is no telling where it would go on.
  if (query.cursor && !first) return pageOf([], null)

  const filter: UserFilter = {
    teamId: query.team_id,
    text: query.query,
    order: query.desc ? 'latest-first' : 'oldest-first',
    from: first ?? undefined,
    // One more than is shown tells whether, and where, there is another page.
    limit: query.limit === undefined ? undefined : query.limit + 1,
  }
  const found = await searchUsers(database, project.id, filter)
  const shown = query.limit === undefined ? found : found.slice(0, query.limit)
  return pageOf(shown.map(userShape), found[shown.length]?.id ?? null)
}

function pageOf(items: ReturnType<typeof userShape>[], nextCursor: string | null) {
  return { items, is_paginated: true as const, pagination: { next_cursor: nextCursor } }
}
