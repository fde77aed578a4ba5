import { KnownError } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findTeam, listMemberships, requireMember, requireTeamPermission } from '../teams/index.ts'
import { profileShapes } from './profile-shape.ts'

type List = typeof teamMemberships.listMemberProfiles
type Needs = Pick<Services, 'database' | 'findUser'>

export async function listMemberProfiles(services: Needs, request: ServedRequest<List>) {
  const { project, accessType, query } = request
  if (accessType === 'client') await admitClient(services, request)
  else await requireFiltersExist(services, request)

  const filter = { teamId: query.team_id, userId: query.user_id }
  const memberships = await listMemberships(services.database, project.id, filter)
  return {
    items: await profileShapes(services.database, project.id, memberships),
    is_paginated: false as const,
  }
}

/** A client sees its own profile; others require `$read_members`. */
async function admitClient(
  { database }: Needs,
  { project, user, query: { team_id: teamId, user_id } }: ServedRequest<List>,
): Promise<void> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (teamId === undefined) throw new TextError(400, 'team_id is required.')
  const asked = { teamId, userId: user.id }
  if (user_id === user.id) await requireMember(database, project.id, asked)
  else await requireTeamPermission(database, project.id, { ...asked, permissionId: '$read_members' })
}

async function requireFiltersExist(
  { database, findUser }: Needs,
  { project, query: { team_id, user_id } }: ServedRequest<List>,
): Promise<void> {
  if (team_id !== undefined && !(await findTeam(database, project.id, team_id)))
    throw new KnownError('TEAM_NOT_FOUND', { team_id })
  if (user_id !== undefined && !(await findUser(project.id, user_id))) throw new KnownError('USER_NOT_FOUND')
}
