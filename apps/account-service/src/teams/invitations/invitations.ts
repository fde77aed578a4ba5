import type { teamInvitations } from '@parley/contract/account'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { AccountTables, Database } from '../../platform/database/index.ts'

export type Invitation = Selectable<AccountTables['team_invitations']>

/** Stores an invitation and replaces an earlier one for the same e-mail and team. */
export async function insertInvitation(database: Database, invitation: Invitation): Promise<void> {
  await database
    .deleteFrom('team_invitations')
    .where('team_id', '=', invitation.team_id)
    .where('recipient_email', '=', invitation.recipient_email)
    .execute()
  await database
    .insertInto('team_invitations')
    .values(invitation)
    // Of two concurrent inserts the last one wins, as with sequential ones.
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'recipient_email']).doUpdateSet({
        id: invitation.id,
        created_at: invitation.created_at,
        expires_at: invitation.expires_at,
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
  return row ?? null
}

/** Lists the pending invitations of a team, oldest first. */
export async function listInvitations(
  database: Database,
  projectId: string,
  teamId: string,
  now: Date,
): Promise<Invitation[]> {
  return await database
    .selectFrom('team_invitations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Deletes an invitation of a team. Returns whether it existed. */
export async function deleteInvitation(
  database: Database,
  { id, project_id, team_id }: Pick<Invitation, 'id' | 'project_id' | 'team_id'>,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('team_invitations')
    .where('project_id', '=', project_id)
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes invitations that expired before a moment. */
export async function deleteInvitationsExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('team_invitations').where('expires_at', '<', moment).execute()
}

export function serializeInvitation({
  id,
  team_id,
  recipient_email,
  expires_at,
}: Invitation): z.infer<typeof teamInvitations.teamInvitation> {
  return { id, team_id, recipient_email, expires_at_millis: expires_at.getTime() }
}
