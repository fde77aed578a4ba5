import { KnownError } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { requireMember, requireTeamPermission } from '../../permissions/index.ts'
import { maxListBytes, readList } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser, maxUsersPerRead } from '../../users/records/index.ts'
import { findTeam, listMemberships } from '../records/index.ts'
import { serializeMemberProfiles } from './serialize-member-profiles.ts'

type List = typeof teamMemberships.listMemberProfiles
type Deps = Pick<Services, 'database'>

export async function listMemberProfiles(services: Deps, request: EndpointRequest<List>) {
  const { project, accessType, query } = request
  if (accessType === 'client') await authorizeClient(services, request)
  else await requireFiltersExist(services, request)

  const filter = { teamId: query.team_id, userId: query.user_id }
  const memberships = await listMemberships(services.database, project.id, filter)
  const includesMetadata = accessType !== 'client' && !query.omit_metadata
  const { items, omitted } = await readList(memberships, maxUsersPerRead, (batch) =>
    serializeMemberProfiles(services.database, project.id, batch, includesMetadata),
  )
  if (omitted)
    throw new PlainTextError(
      400,
      `The member profiles have more than ${maxListBytes / 1024 ** 2} MiB. List them for one team with team_id, or without metadata with omit_metadata=true.`,
    )
  return { items, is_paginated: false as const }
}

/** A client sees its own profile; others require `$read_members`. */
async function authorizeClient(
  { database }: Deps,
  { project, user, query: { team_id: teamId, user_id } }: EndpointRequest<List>,
): Promise<void> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (teamId === undefined) throw new PlainTextError(400, 'team_id is required.')
  const requested = { teamId, userId: user.id }
  if (user_id === user.id) await requireMember(database, project.id, requested)
  else await requireTeamPermission(database, project.id, { ...requested, permissionId: '$read_members' })
}

async function requireFiltersExist(
  { database }: Deps,
  { project, query: { team_id, user_id } }: EndpointRequest<List>,
): Promise<void> {
  if (team_id !== undefined && !(await findTeam(database, project.id, team_id)))
    throw new KnownError('TEAM_NOT_FOUND', { team_id })
  if (user_id !== undefined && !(await findUser(database, project.id, user_id)))
    throw new KnownError('USER_NOT_FOUND')
}
