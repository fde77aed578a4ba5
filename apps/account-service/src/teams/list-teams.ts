import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { teamShape } from './team-shape.ts'
import { listTeamsOf } from './teams.ts'

type List = typeof teams.listTeams

export async function listTeams(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: ServedRequest<List>,
) {
  if (accessType === 'client') {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    if (query.user_id !== user.id) throw new TextError(403, 'You can list only your own teams.')
  }
  const records = await listTeamsOf(database, project.id, query.user_id ?? null)
  return { items: records.map(teamShape), is_paginated: false as const }
}
