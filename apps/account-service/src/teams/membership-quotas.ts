import { KnownError } from '@parley/contract'
import type { Database } from '../platform/database/index.ts'
import type { Project } from '../projects/records/index.ts'
import { lockUser } from '../users/records/index.ts'
import { countMemberships, lockTeam } from './records/index.ts'

interface NewMembership {
  readonly project: Project
  readonly teamId: string
  readonly userId: string
}

/**
 * Locks what has a quota, so that concurrent transactions that add a membership count each other's. Lock
 * order team → user, as in the deletion of a user, avoids a deadlock.
 */
export async function lockMembershipQuotas(
  transaction: Database,
  { project: { settings }, teamId, userId }: NewMembership,
): Promise<void> {
  if (settings.max_members_per_team !== null) await lockTeam(transaction, teamId)
  if (settings.max_teams_per_user !== null) await lockUser(transaction, userId)
}

/**
 * Checks the quotas of a user and a team after a membership was inserted and before it is committed.
 *
 * @throws {KnownError} TEAM_LIMIT_REACHED, TEAM_MEMBER_LIMIT_REACHED
 */
export async function requireMembershipQuotas(
  database: Database,
  { project, teamId, userId }: NewMembership,
): Promise<void> {
  const { max_teams_per_user: maxTeams, max_members_per_team: maxMembers } = project.settings
  if (maxTeams !== null && (await countMemberships(database, project.id, { userId })) > maxTeams)
    throw new KnownError('TEAM_LIMIT_REACHED', { limit: maxTeams })
  if (maxMembers !== null && (await countMemberships(database, project.id, { teamId })) > maxMembers)
    throw new KnownError('TEAM_MEMBER_LIMIT_REACHED', { limit: maxMembers })
}
