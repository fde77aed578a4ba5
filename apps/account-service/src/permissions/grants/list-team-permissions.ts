import type { ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listEffectiveTeamPermissions } from '../index.ts'
import { ownUserErrors } from './own-user-errors.ts'

type ListTeam = typeof permissions.listTeamPermissions

export async function listTeamPermissions(
  { database }: Pick<Services, 'database'>,
  request: EndpointRequest<ListTeam>,
): Promise<ResponseOf<ListTeam>> {
  const { project, query } = request
  requireOwnUser(request, query.user_id, ownUserErrors)
  const held = await listEffectiveTeamPermissions(database, {
    projectId: project.id,
    teamId: query.team_id,
    userId: query.user_id,
    permissionId: query.permission_id,
    depth: query.recursive ? 'effective' : 'granted',
  })
  const items = held.map((grant) => ({
    id: grant.permissionId,
    user_id: grant.userId,
    team_id: grant.teamId,
  }))
  return { items, is_paginated: false }
}
