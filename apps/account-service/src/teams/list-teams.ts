import type { teams } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { teamShape } from './team-shape.ts'
import { listTeamsOf } from './teams.ts'

type List = typeof teams.listTeams

export async function listTeams(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: ServedRequest<List>,
) {
  requireSelf({ accessType, user }, query.user_id, {
    nobody: 'USER_AUTHENTICATION_REQUIRED',
    somebodyElse: 'You can list only your own teams.',
  })
  const records = await listTeamsOf(database, project.id, query.user_id ?? null)
  return { items: records.map(teamShape), is_paginated: false as const }
}
