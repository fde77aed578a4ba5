import type { users } from '@parley/contract/account'
import { maxPageBytes, readList } from '../platform/database/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { findUser, listUsersById, maxUsersPerRead } from './records/index.ts'
import { searchUsers } from './search-users.ts'
import { serializeUser } from './serialize-user.ts'

type List = typeof users.listUsers

/** Also the default page size. */
const maxPageSize = 1_000

export async function listUsers({ database }: Pick<Services, 'database'>, request: EndpointRequest<List>) {
  const { project, query } = request
  const first = query.cursor ? await findUser(database, project.id, query.cursor) : null
  // The user at the cursor was deleted, so the position is unknown.
  if (query.cursor && !first) return toPage([], null)

  const limit = Math.min(query.limit ?? maxPageSize, maxPageSize)
  const ids = await searchUsers(database, project.id, {
    teamId: query.team_id,
    text: query.query,
    ...selectAnonymity(request),
    orderBy: query.order_by ?? 'signed_up_at',
    order: query.desc ? 'latest-first' : 'oldest-first',
    from: first ?? undefined,
    // One extra row yields the next cursor.
    limit: limit + 1,
  })
  const { items, omitted } = await readList(
    ids.slice(0, limit),
    maxUsersPerRead,
    async (batch) => (await listUsersById(database, project.id, batch)).map(serializeUser),
    maxPageBytes,
  )
  return toPage(items, omitted?.id ?? ids[limit] ?? null)
}

function selectAnonymity({ query, info }: EndpointRequest<List>) {
  const knowsFilter = info.headers['x-stack-allow-anonymous-user'] !== undefined
  const { only_anonymous: only = false, include_restricted } = query
  const includes = query.include_anonymous ?? (only || ((include_restricted ?? true) && !knowsFilter))
  return { includesAnonymous: includes, includesRegular: !only }
}

function toPage(items: ReturnType<typeof serializeUser>[], nextCursor: string | null) {
  return { items, is_paginated: true as const, pagination: { next_cursor: nextCursor } }
}
