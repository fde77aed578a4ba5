import { KnownError } from '@parley/contract'
import type { Database } from '../platform/database/index.ts'
import { listEffectiveTeamPermissions } from './effective-permissions.ts'
import type { TeamGrant } from './permission-grants.ts'

/** Returns whether a member of the team has a permission. */
export async function hasHolder(
  database: Database,
  projectId: string,
  { teamId, permissionId }: Pick<TeamGrant, 'teamId' | 'permissionId'>,
): Promise<boolean> {
  const holders = await listEffectiveTeamPermissions(database, {
    projectId,
    teamId,
    permissionId,
    depth: 'effective',
  })
  return holders.length > 0
}

/**
 * Requires that another member still has a permission after it was revoked from a member and before that is
 * committed.
 *
 * @throws {KnownError} TEAM_PERMISSION_LAST_HOLDER
 */
export async function requireRemainingHolder(
  transaction: Database,
  projectId: string,
  grant: TeamGrant,
): Promise<void> {
  if (await hasHolder(transaction, projectId, grant)) return
  throw new KnownError('TEAM_PERMISSION_LAST_HOLDER', {
    team_id: grant.teamId,
    user_id: grant.userId,
    permission_id: grant.permissionId,
  })
}
