import type { teams } from '@parley/contract/account'
import { type EndpointRequest, requireOwnUser } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { listTeamRows } from './records/index.ts'
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
  const records = await listTeamRows(database, project.id, query.user_id ?? null, {
    includesMetadata: !query.omit_metadata,
  })
  return { items: records.map(serializeTeam), is_paginated: false as const }
}
