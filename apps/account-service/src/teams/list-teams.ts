import type { teams } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { maxListBytes, maxListRows, maxPageBytes, readList } from '../platform/database/index.ts'
import { type EndpointRequest, requireOwnUser } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { findTeam, listTeamIds, listTeamsById, maxTeamsPerRead } from './records/index.ts'
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
  const ids = await listTeamIds(database, project.id, {
    memberId: query.user_id,
    text: query.query,
    isLatestFirst: query.desc ?? false,
    from: first ?? undefined,
    // One extra row yields the next cursor.
    limit: isPaginated ? pageSize + 1 : maxListRows,
  })
  const includesMetadata = !query.omit_metadata
  const { items, omitted } = await readList(
    ids.slice(0, pageSize),
    maxTeamsPerRead,
    async (batch) =>
      (await listTeamsById(database, project.id, batch, { includesMetadata })).map(serializeTeam),
    isPaginated ? maxPageBytes : maxListBytes,
  )
  if (isPaginated) return toPage(items, omitted?.id ?? ids[pageSize] ?? null)
  if (omitted)
    throw new PlainTextError(
      400,
      `The teams have more than ${maxListBytes / 1024 ** 2} MiB. List them in pages with limit and cursor, or without metadata with omit_metadata=true.`,
    )
  return { items, is_paginated: false }
}

function toPage(items: ReturnType<typeof serializeTeam>[], nextCursor: string | null) {
  return { items, is_paginated: true, pagination: { next_cursor: nextCursor } }
}
