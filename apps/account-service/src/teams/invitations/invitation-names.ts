import { toPlainName } from '../../email/delivery/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { findUser, type User } from '../../users/records/index.ts'
import { findTeam } from '../records/index.ts'
import type { InvitationPayload } from './codes/index.ts'

/**
 * Returns the team name for an invitation e-mail, without text that our server must not send to any address.
 */
export function toInvitingTeamName({ settings }: Project, teamName: string): string {
  return settings.restricts_invitation_emails ? toPlainName(teamName) : teamName
}

/**
 * Returns the name of the inviter for an invitation e-mail if the address of the inviter is verified, without
 * text that our server must not send to any address. Empty in projects that do not restrict what invitations
 * contain.
 */
export function toInviterName({ settings }: Project, inviter: Inviter | null): string {
  if (!settings.restricts_invitation_emails || !inviter?.primaryEmailVerified) return ''
  return toPlainName(inviter.displayName ?? '')
}

type Inviter = Pick<User, 'displayName' | 'primaryEmailVerified'>

interface InvitationNames {
  readonly team_display_name?: string
  readonly inviter_display_name?: string
}

/**
 * Returns the names for a person who has the code of an invitation and is not signed in: the team as in the
 * e-mail, and the inviter if the address of the inviter is verified. None in projects that do not restrict
 * what invitations contain.
 */
export async function findInvitationNames(
  { database }: Pick<Services, 'database'>,
  project: Project,
  { teamId, invitedBy }: Pick<InvitationPayload, 'teamId' | 'invitedBy'>,
): Promise<InvitationNames> {
  if (!project.settings.restricts_invitation_emails) return {}
  const team = await findTeam(database, project.id, teamId)
  const inviter = invitedBy === null ? null : await findUser(database, project.id, invitedBy)
  const teamName = toPlainName(team?.displayName ?? '')
  const inviterName = toInviterName(project, inviter)
  return {
    ...(teamName !== '' && { team_display_name: teamName }),
    ...(inviterName !== '' && { inviter_display_name: inviterName }),
  }
}
