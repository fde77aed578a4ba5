import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listInvitations, serializeInvitation } from './records/index.ts'
import { requireManagedTeam } from './require-managed-team.ts'

type List = typeof teamInvitations.listTeamInvitations

export async function listTeamInvitations(
  services: Pick<Services, 'database' | 'now'>,
  { query, ...access }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const team = await requireManagedTeam(services, access, query.team_id, ['$read_members', '$invite_members'])
  const invitations = await listInvitations(services.database, access.project.id, team.id, services.now())
  return { items: invitations.map(serializeInvitation), is_paginated: false }
}
