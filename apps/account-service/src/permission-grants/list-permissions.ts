import type { ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { listHeldProjectPermissions, listHeldTeamPermissions } from '../permissions/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'

type ListOfTeams = typeof permissions.listTeamPermissions
type ListOfProject = typeof permissions.listProjectPermissions

const ownAlone = {
  nobody: 'USER_AUTHENTICATION_REQUIRED',
  somebodyElse: 'You can list only your own permissions.',
} as const

export async function listTeamPermissions(
  { database }: Pick<Services, 'database'>,
  request: ServedRequest<ListOfTeams>,
): Promise<ResponseOf<ListOfTeams>> {
  const { project, query } = request
  requireSelf(request, query.user_id, ownAlone)
  const held = await listHeldTeamPermissions(database, {
    projectId: project.id,
    teamId: query.team_id,
    userId: query.user_id,
    permissionId: query.permission_id,
    depth: query.recursive ? 'held' : 'granted',
  })
  const items = held.map((grant) => ({
    id: grant.permissionId,
    user_id: grant.userId,
    team_id: grant.teamId,
  }))
  return { items, is_paginated: false }
}

export async function listProjectPermissions(
  { database }: Pick<Services, 'database'>,
  request: ServedRequest<ListOfProject>,
): Promise<ResponseOf<ListOfProject>> {
  const { project, query } = request
  requireSelf(request, query.user_id, ownAlone)
  const held = await listHeldProjectPermissions(database, {
    projectId: project.id,
    userId: query.user_id,
    permissionId: query.permission_id,
    depth: query.recursive ? 'held' : 'granted',
  })
  const items = held.map((grant) => ({ id: grant.permissionId, user_id: grant.userId }))
  return { items, is_paginated: false }
}
