import type { ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listEffectiveTeamPermissions, requireTeamPermission } from '../index.ts'
import { ownUserErrors } from './own-user-errors.ts'

type ListTeam = typeof permissions.listTeamPermissions
type Deps = Pick<Services, 'database'>

export async function listTeamPermissions(
  services: Deps,
  request: EndpointRequest<ListTeam>,
): Promise<ResponseOf<ListTeam>> {
  const { project, query } = request
  if (!(await isOwnTeamQuery(services, request))) requireOwnUser(request, query.user_id, ownUserErrors)
  const held = await listEffectiveTeamPermissions(services.database, {
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

/**
 * Returns whether a client requests the members of a team who have one permission, in a project that lets
 * members manage permissions.
 *
 * @throws {KnownError} TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED if its user may not see the
 * members.
 */
async function isOwnTeamQuery(
  { database }: Deps,
  { project, accessType, user, query }: EndpointRequest<ListTeam>,
): Promise<boolean> {
  const { team_id: teamId, user_id, permission_id } = query
  const isTeamQuery = teamId !== undefined && permission_id !== undefined && user_id === undefined
  const isManaged = project.settings.member_managed_permissions.length > 0
  if (accessType !== 'client' || !user || !isTeamQuery || !isManaged) return false
  await requireTeamPermission(database, project.id, {
    teamId,
    userId: user.id,
    permissionId: '$read_members',
  })
  return true
}
