import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { z } from 'zod'
import type { ServedRequest } from '../access/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { type Database, isViolationOf } from '../database/index.ts'
import { keepImage, readImage } from '../images/index.ts'
import { insertTeamGrants } from '../permissions/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { publishEvent } from '../webhooks/index.ts'
import { insertMembership, membershipConstraints } from './memberships.ts'
import { teamShape } from './team-shape.ts'
import { insertTeam, type TeamChanges, type TeamRecord } from './teams.ts'

type Create = typeof teams.createTeam

export interface TeamDraft extends TeamChanges {
  readonly project: Project
  readonly display_name: string
  /** Becomes a member with the creator permissions. Null for a team without members. */
  readonly creatorId: string | null
  readonly actor: Actor
  readonly call?: ServedRequest<Create>['call']
}

/**
 * Creates a team within the caller's transaction.
 *
 * @throws {KnownError} USER_NOT_FOUND when the creator does not exist in the project.
 */
export async function insertTeamWithCreator(
  { now }: Pick<Services, 'now'>,
  database: Database,
  { project, creatorId, actor, call, ...team }: TeamDraft,
): Promise<TeamRecord> {
  const id = randomUUID()
  const record = await insertTeam(database, { ...team, id, projectId: project.id, createdAt: now() })
  if (creatorId !== null) await addCreator(database, project, id, creatorId, now())
  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'team.created',
    subject: { type: 'team', id },
    details: { creatorId },
    call,
    at: now(),
  })
  await publishEvent(database, project.id, { type: 'team.created', data: teamShape(record), at: now() })
  return record
}

export async function createTeam(
  services: Pick<Services, 'database' | 'rateLimits' | 'options' | 'now'>,
  request: ServedRequest<Create>,
): Promise<z.infer<typeof teams.serverTeam>> {
  const { project, accessType, user, actor, query, body, call } = request
  const isClient = accessType === 'client'
  if (isClient) {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    if (!project.config.client_team_creation_enabled)
      throw new TextError(403, 'Team creation is not enabled for this project.')
  }

  const { creator_user_id, profile_image_url: sent, ...team } = body
  const image = await readImage(services, request, sent)
  const record = await services.database.transaction().execute(async (transaction) => {
    const profile_image_url = await keepImage(services, transaction, project.id, 'team-profile-images', image)
    const creatorId = creatorOf({ accessType, user, query, body })
    return await insertTeamWithCreator(services, transaction, {
      ...team,
      profile_image_url,
      project,
      creatorId,
      actor,
      call,
    })
  })
  return teamShape(record)
}

/** Returns the creator: the signed-in user for clients, the named user or null for servers. */
function creatorOf({
  accessType,
  user,
  query,
  body,
}: Pick<ServedRequest<Create>, 'accessType' | 'user' | 'query' | 'body'>): string | null {
  const isClient = accessType === 'client'
  const named = body.creator_user_id
  if (isClient && named !== undefined && named !== user?.id)
    throw new TextError(403, 'You can create teams only for yourself.')
  if (query.add_current_user !== undefined && named !== undefined)
    throw new TextError(400, 'Send creator_user_id or add_current_user, not both.')
  if (named !== undefined) return named

  if (query.add_current_user && !user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  return isClient || query.add_current_user ? (user?.id ?? null) : null
}

async function addCreator(
  database: Database,
  project: Project,
  teamId: string,
  userId: string,
  now: Date,
): Promise<void> {
  try {
    await insertMembership(database, { projectId: project.id, teamId, userId }, now)
  } catch (error) {
    if (isViolationOf(error, membershipConstraints.userExists)) throw new KnownError('USER_NOT_FOUND')
    throw error
  }
  const permissionIds = project.config.team_creator_default_permissions
  await insertTeamGrants(
    database,
    project.id,
    permissionIds.map((permissionId) => ({ teamId, userId, permissionId })),
  )
}
