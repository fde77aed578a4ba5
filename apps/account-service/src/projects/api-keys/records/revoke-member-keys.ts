import type { ServiceTransaction } from '../../../platform/service-context/index.ts'
import type { Services } from '../../../services.ts'
import { lockMemberships } from '../../../teams/records/index.ts'
import type { Project } from '../../records/index.ts'
import { revokeKeysCreatedBy } from './api-keys.ts'

interface DepartingMember {
  readonly userId: string
  /** The team that the member leaves; all teams by default. */
  readonly teamId?: string
}

/**
 * Revokes the team keys that a user created, if the project binds them to memberships. Call it before the
 * memberships are deleted, in the same transaction: the deletion clears the creator.
 */
export async function revokeMemberKeys(
  { now }: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  project: Project,
  { userId, teamId }: DepartingMember,
): Promise<void> {
  if (!project.settings.team_keys_bound_to_membership) return

  // Key creation locks the membership until commit, so the next statement sees every key.
  await lockMemberships(transaction, project.id, { userId, teamId })
  const at = now()
  for (const { id, teamId: ownerId } of await revokeKeysCreatedBy(transaction, { userId, teamId }, at))
    await transaction.audit(
      'api_key.revoked',
      { type: 'api_key', id },
      { ownerType: 'team', ownerId, creatorId: userId },
    )
}
