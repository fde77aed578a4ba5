import type { users } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { searchUsers } from './search-users.ts'
import { findUser, listUsersById } from './user-records.ts'
import { userShape } from './user-shape.ts'

type List = typeof users.listUsers

/** Also the default page size. */
const longestPage = 1_000

export async function listUsers(
  { database }: Pick<Services, 'database'>,
  { project, query }: ServedRequest<List>,
) {
  const first = query.cursor ? await findUser(database, project.id, query.cursor) : null
  // The user at the cursor was deleted, so the position is unknown.
  if (query.cursor && !first) return pageOf([], null)

  const limit = Math.min(query.limit ?? longestPage, longestPage)
  const ids = await searchUsers(database, project.id, {
    teamId: query.team_id,
    text: query.query,
    order: query.desc ? 'latest-first' : 'oldest-first',
    from: first ?? undefined,
    // One extra row yields the next cursor.
    limit: limit + 1,
  })
  const shown = await listUsersById(database, project.id, ids.slice(0, limit))
  return pageOf(shown.map(userShape), ids[limit] ?? null)
}

function pageOf(items: ReturnType<typeof userShape>[], nextCursor: string | null) {
  return { items, is_paginated: true as const, pagination: { next_cursor: nextCursor } }
}
