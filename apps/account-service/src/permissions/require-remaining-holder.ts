import { KnownError } from '@parley/contract'
import type { Database } from '../platform/database/index.ts'
import { listEffectiveTeamPermissions } from './effective-permissions.ts'
import type { TeamGrant } from './permission-grants.ts'

/**
 * Requires that another member still has a permission after it was revoked from a member and before that is
 * committed.
 *
 * @throws {KnownError} TEAM_PERMISSION_LAST_HOLDER
 */
export async function requireRemainingHolder(
  transaction: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<void> {
  const holders = await listEffectiveTeamPermissions(transaction, {
    projectId,
    teamId,
    permissionId,
    depth: 'effective',
  })
  if (holders.length === 0)
    throw new KnownError('TEAM_PERMISSION_LAST_HOLDER', {
      team_id: teamId,
      user_id: userId,
      permission_id: permissionId,
    })
}
