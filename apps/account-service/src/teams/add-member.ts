import { KnownError } from '@parley/contract'
import { insertTeamGrants } from '../permissions/index.ts'
import { isConstraintViolation } from '../platform/database/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { lockMembershipQuotas, requireMembershipQuotas } from './membership-quotas.ts'
import { insertMembership, membershipForeignKeys } from './records/index.ts'

interface AddMemberInput {
  readonly project: Project
  readonly teamId: string
  readonly userId: string
}

/**
 * Adds a user to a team with the default permissions, including audit entry and events, within the caller's
 * transaction. No-op when the user is already a member. Returns whether a membership was created.
 *
 * @throws {KnownError} USER_NOT_FOUND, TEAM_NOT_FOUND, TEAM_LIMIT_REACHED, TEAM_MEMBER_LIMIT_REACHED
 */
export async function addMember(
  { now }: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  { project, teamId, userId }: AddMemberInput,
): Promise<boolean> {
  const member = { team_id: teamId, user_id: userId }
  try {
    await lockMembershipQuotas(transaction, { project, teamId, userId })
    const wasInserted = await insertMembership(transaction, { projectId: project.id, teamId, userId }, now())
    if (!wasInserted) return false
    await requireMembershipQuotas(transaction, { project, teamId, userId })
  } catch (error) {
    const { userExists, teamExists } = membershipForeignKeys
    if (isConstraintViolation(error, userExists)) throw new KnownError('USER_NOT_FOUND')
    if (isConstraintViolation(error, teamExists)) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
    throw error
  }
  const permissionIds = project.config.team_member_default_permissions
  const grants = permissionIds.map((permissionId) => ({ teamId, userId, permissionId }))
  await insertTeamGrants(transaction, project.id, grants)
  await transaction.audit('team_member.added', { type: 'team', id: teamId }, { userId })
  await transaction.publish('team_membership.created', member)
  for (const id of permissionIds) await transaction.publish('team_permission.created', { id, ...member })
  return true
}
