import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import { insertTeamGrants } from '../permissions/index.ts'
import { type Database, isConstraintViolation } from '../platform/database/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { lockMembershipQuotas, requireMembershipQuotas } from './membership-quotas.ts'
import {
  insertMembership,
  insertTeam,
  membershipForeignKeys,
  type Team,
  type TeamChanges,
} from './records/index.ts'
import { serializeTeam } from './serialize-team.ts'

export interface NewTeam extends TeamChanges {
  readonly project: Project
  readonly displayName: string
  /** Becomes a member with the creator permissions. Null for a team without members. */
  readonly creatorId: string | null
}

/**
 * Creates a team within the caller's transaction.
 *
 * @throws {KnownError} USER_NOT_FOUND when the creator does not exist in the project, TEAM_LIMIT_REACHED.
 */
export async function insertTeamWithCreator(
  { now }: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  { project, creatorId, ...team }: NewTeam,
): Promise<Team> {
  const id = randomUUID()
  const record = await insertTeam(transaction, { ...team, id, projectId: project.id, createdAt: now() })
  if (creatorId !== null) await addCreator(transaction, project, id, creatorId, now())
  await transaction.audit('team.created', { type: 'team', id }, { creatorId })
  await transaction.publish('team.created', serializeTeam(record))
  return record
}

async function addCreator(
  database: Database,
  project: Project,
  teamId: string,
  userId: string,
  now: Date,
): Promise<void> {
  try {
    await lockMembershipQuotas(database, { project, teamId, userId })
    await insertMembership(database, { projectId: project.id, teamId, userId }, now)
    await requireMembershipQuotas(database, { project, teamId, userId })
  } catch (error) {
    if (isConstraintViolation(error, membershipForeignKeys.userExists)) throw new KnownError('USER_NOT_FOUND')
    throw error
  }
  const permissionIds = project.config.team_creator_default_permissions
  await insertTeamGrants(
    database,
    project.id,
    permissionIds.map((permissionId) => ({ teamId, userId, permissionId })),
  )
}
