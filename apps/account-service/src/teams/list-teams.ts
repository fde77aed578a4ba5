import type { teams } from '@parley/contract/account'
import { maxListRows } from '../platform/database/index.ts'
import { type EndpointRequest, requireOwnUser } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { findTeam, listTeamRows, type Team } from './records/index.ts'
import { serializeTeam } from './serialize-team.ts'

type List = typeof teams.listTeams

export async function listTeams(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: EndpointRequest<List>,
) {
  requireOwnUser({ accessType, user }, query.user_id, {
    unauthenticated: 'USER_AUTHENTICATION_REQUIRED',
    forbidden: 'You can list only your own teams.',
  })
  const { cursor, limit } = query
  const isPaginated = limit !== undefined || cursor !== undefined
  const first = cursor === undefined ? null : await findTeam(database, project.id, cursor)
  // The team at the cursor was deleted, so the position is unknown.
  if (cursor !== undefined && !first) return toPage([], null)

  const pageSize = Math.min(limit ?? maxListRows, maxListRows)
  const records = await listTeamRows(database, project.id, {
    memberId: query.user_id,
    text: query.query,
    isLatestFirst: query.desc ?? false,
    from: first ?? undefined,
    includesMetadata: !query.omit_metadata,
    // One extra row yields the next cursor.
    limit: isPaginated ? pageSize + 1 : maxListRows,
  })
  if (!isPaginated) return { items: records.map(serializeTeam), is_paginated: false }
  return toPage(records.slice(0, pageSize), records[pageSize]?.id ?? null)
}

function toPage(page: readonly Team[], nextCursor: string | null) {
  return { items: page.map(serializeTeam), is_paginated: true, pagination: { next_cursor: nextCursor } }
}
