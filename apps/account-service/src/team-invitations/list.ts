import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { invitationShape, listInvitations } from './invitations.ts'
import { requireTeam } from './require-team.ts'

type List = typeof teamInvitations.listTeamInvitations

export async function listTeamInvitations(
  services: Pick<Services, 'database' | 'now'>,
  { query, ...access }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  const team = await requireTeam(services, access, query.team_id, ['$read_members', '$invite_members'])
  const invitations = await listInvitations(services.database, access.project.id, team.id, services.now())
  return { items: invitations.map(invitationShape), is_paginated: false }
}
