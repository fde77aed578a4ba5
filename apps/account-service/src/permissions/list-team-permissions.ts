import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listHeldTeamPermissions } from './held.ts'

type List = typeof permissions.listTeamPermissions

export async function listTeamPermissions(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  if (accessType === 'client') {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    if (query.user_id !== user.id) throw new TextError(403, 'You can list only your own permissions.')
  }

  const held = await listHeldTeamPermissions(database, {
    projectId: project.id,
    teamId: query.team_id,
    userId: query.user_id,
    depth: query.recursive ? 'held' : 'granted',
  })
  const wanted = held.filter(
    ({ permissionId }) => query.permission_id === undefined || permissionId === query.permission_id,
  )
  return {
    items: wanted.map((grant) => ({ id: grant.permissionId, user_id: grant.userId, team_id: grant.teamId })),
    is_paginated: false,
  }
}
