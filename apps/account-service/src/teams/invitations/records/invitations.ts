import type { teamInvitations } from '@parley/contract/account'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { type AccountTables, type Database, maxListRows } from '../../../platform/database/index.ts'

export interface Invitation {
  readonly id: string
  readonly projectId: string
  readonly teamId: string
  readonly recipientEmail: string
  /** The member whose end of membership deletes the invitation; null if none does. */
  readonly inviterId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Foreign key: the inviter is a member of the team. */
export const inviterConstraint = 'team_invitations_inviter_is_member'

/** Stores an invitation and replaces an earlier one for the same e-mail and team. */
export async function insertInvitation(database: Database, invitation: Invitation): Promise<void> {
  await database
    .deleteFrom('team_invitations')
    .where('team_id', '=', invitation.teamId)
    .where('recipient_email', '=', invitation.recipientEmail)
    .execute()
  await database
    .insertInto('team_invitations')
    .values({
      id: invitation.id,
      project_id: invitation.projectId,
      team_id: invitation.teamId,
      recipient_email: invitation.recipientEmail,
      inviter_id: invitation.inviterId,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
    // Of two concurrent inserts the last one wins, as with sequential ones.
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'recipient_email']).doUpdateSet({
        id: invitation.id,
        inviter_id: invitation.inviterId,
        created_at: invitation.createdAt,
        expires_at: invitation.expiresAt,
      }),
    )
    .execute()
}

/** Finds a pending invitation of a project, or null. */
export async function findInvitation(
  database: Database,
  projectId: string,
  id: string,
): Promise<Invitation | null> {
  const row = await database
    .selectFrom('team_invitations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toInvitation(row) : null
}

/** Returns whether a team of a project has invited an e-mail address, and the invitation has not expired. */
export async function hasPendingInvitation(
  database: Database,
  projectId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const row = await database
    .selectFrom('team_invitations')
    .select('id')
    .where('project_id', '=', projectId)
    .where('recipient_email', '=', email)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the pending invitations of a team, oldest first. */
export async function listInvitations(
  database: Database,
  projectId: string,
  teamId: string,
  now: Date,
): Promise<Invitation[]> {
  const rows = await database
    .selectFrom('team_invitations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

/** Lists the pending invitations of a project that were sent to one of the e-mail addresses, oldest first. */
export async function listInvitationsTo(
  database: Database,
  projectId: string,
  emails: readonly string[],
  now: Date,
): Promise<Invitation[]> {
  if (emails.length === 0) return []
  const rows = await database
    .selectFrom('team_invitations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('recipient_email', 'in', emails)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListRows)
    .execute()
  return rows.map(toInvitation)
}

/** Deletes an invitation of a team. Returns whether it existed. */
export async function deleteInvitation(
  database: Database,
  { id, projectId, teamId }: Pick<Invitation, 'id' | 'projectId' | 'teamId'>,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('team_invitations')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes invitations that expired before a moment. */
export async function deleteInvitationsExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('team_invitations').where('expires_at', '<', moment).execute()
}

type InvitationRow = Selectable<AccountTables['team_invitations']>

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    projectId: row.project_id,
    teamId: row.team_id,
    recipientEmail: row.recipient_email,
    inviterId: row.inviter_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

export function serializeInvitation(
  { id, teamId, recipientEmail, expiresAt }: Invitation,
  teamDisplayName: string,
): z.infer<typeof teamInvitations.teamInvitation> {
  return {
    id,
    team_id: teamId,
    team_display_name: teamDisplayName,
    recipient_email: recipientEmail,
    expires_at_millis: expiresAt.getTime(),
  }
}
