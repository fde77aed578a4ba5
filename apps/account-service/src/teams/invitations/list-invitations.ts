import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { listSuppressedEmails } from '../../email/delivery/index.ts'
import type { Access, EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { listTeamsById } from '../records/index.ts'
import { listInvitations, listInvitationsTo, serializeInvitation } from './records/index.ts'
import { listInvitedEmails } from './require-invitation.ts'
import { requireManagedTeam } from './require-managed-team.ts'

type List = typeof teamInvitations.listTeamInvitations
type Deps = Pick<Services, 'database' | 'now'>

export async function listTeamInvitations(
  services: Deps,
  { query, ...access }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  if (query.user_id !== undefined) return await listOwnInvitations(services, access, query.user_id)

  const teamId = required(query.team_id, 'the team, without a user')
  const team = await requireManagedTeam(services, access, teamId, ['$read_members', '$invite_members'])
  const invitations = await listInvitations(services.database, access.project.id, team.id, services.now())
  const emails = invitations.map(({ recipientEmail }) => recipientEmail)
  const rejected = await listSuppressedEmails(services.database, access.project.id, emails)
  const items = invitations.map((invitation) => ({
    ...serializeInvitation(invitation, team.displayName),
    ...(rejected.has(invitation.recipientEmail) ? { is_undeliverable: true } : {}),
  }))
  return { items, is_paginated: false }
}

/**
 * Returns the invitations to the verified e-mails of a user: an unverified one may belong to another person.
 */
async function listOwnInvitations(
  { database, now }: Deps,
  { project, accessType, user }: Access,
  userId: string,
): Promise<ResponseOf<List>> {
  requireOwnUser({ accessType, user }, userId, {
    unauthenticated: 'USER_AUTHENTICATION_REQUIRED',
    forbidden: 'You can list only your own invitations.',
  })
  if (!(await findUser(database, project.id, userId))) throw new KnownError('USER_NOT_FOUND')

  const emails = await listInvitedEmails(database, project, userId)
  const invitations = await listInvitationsTo(database, project.id, emails, now())
  const teamIds = [...new Set(invitations.map(({ teamId }) => teamId))]
  const teams = await listTeamsById(database, project.id, teamIds, { includesMetadata: false })
  const names = new Map(teams.map(({ id, displayName }) => [id, displayName]))
  // A team without a name was deleted in the meantime.
  const items = invitations.flatMap((invitation) => {
    const name = names.get(invitation.teamId)
    return name === undefined ? [] : [serializeInvitation(invitation, name)]
  })
  return { items, is_paginated: false }
}
