import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import { type Actor, recordAudit } from '../audit/index.ts'
import { insertChannel, signInChannelConstraint } from '../contact-channels/index.ts'
import { type Database, isViolationOf } from '../database/index.ts'
import { insertProjectGrants } from '../permissions/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { insertTeamWithCreator } from '../teams/index.ts'
import { publishEvent } from '../webhooks/index.ts'
import { findUser } from './user-records.ts'
import { userShape } from './user-shape.ts'
import { changeUser, insertUser, type UserChanges } from './users.ts'

interface FirstAddress {
  readonly value: string
  readonly isVerified: boolean
  /** Whether the user signs in with it; true by default. A sign-in e-mail is unique within the project. */
  readonly isUsedForAuth?: boolean
}

export interface NewUser<Email extends FirstAddress | null = FirstAddress | null> {
  readonly project: Project
  /** The primary e-mail; null for a user without one. */
  readonly email: Email
  readonly signUpMethod: 'password' | 'otp' | 'oauth' | 'anonymous' | 'server' | 'set-up'
  readonly displayName?: string | null
  readonly changes?: UserChanges
  /** Who creates the user; the user themself by default. */
  readonly actor?: Actor
  /** Runs after the user is inserted and before events are published. */
  readonly furnish?: (userId: string) => Promise<void>
  readonly call: HttpCall
}

export interface CreatedUser<Email extends FirstAddress | null = FirstAddress | null> {
  readonly userId: string
  readonly channel: Email extends null ? null : { readonly id: string; readonly value: string }
}

/** Name of the personal team when the user has neither a name nor an e-mail. */
const namelessTeam = 'Personal team'

/**
 * Creates a user with the project's default permissions and, if the project is configured so, a personal team. Runs
 * within the caller's transaction. Every sign-up method ends here.
 *
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, also when two users sign up concurrently.
 */
export async function createUser<Email extends FirstAddress | null>(
  services: Pick<Services, 'now'>,
  database: Database,
  { project, email, signUpMethod, displayName, changes, call, ...by }: NewUser<Email>,
): Promise<CreatedUser<Email>> {
  const userId = randomUUID()
  const signedUpAt = services.now()
  const actor = by.actor ?? ({ type: 'user', id: userId } as const)

  await insertUser(database, {
    ...changes,
    id: userId,
    projectId: project.id,
    display_name: displayName || null,
    otp_auth_enabled: changes?.otp_auth_enabled ?? signUpMethod === 'otp',
    signedUpAt,
  })
  const channel = email && (await insertFirstChannel(database, project, userId, email, signedUpAt))
  await by.furnish?.(userId)
  await insertProjectGrants(database, project.id, userId, project.config.user_default_permissions)
  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'user.created',
    subject: { type: 'user', id: userId },
    details: { method: signUpMethod },
    call,
    at: signedUpAt,
  })

  if (project.config.create_team_on_sign_up) {
    const team = await insertTeamWithCreator(services, database, {
      project,
      display_name: displayName || email?.value || namelessTeam,
      creatorId: userId,
      actor,
      call,
    })
    await changeUser(database, project.id, userId, { selected_team_id: team.id })
  }
  await publishEvent(database, project.id, {
    type: 'user.created',
    data: async () => userShape((await findUser(database, project.id, userId))!),
    at: signedUpAt,
  })
  return { userId, channel } as CreatedUser<Email>
}

async function insertFirstChannel(
  database: Database,
  project: Project,
  userId: string,
  { value, isVerified, isUsedForAuth = true }: FirstAddress,
  now: Date,
): Promise<{ id: string; value: string }> {
  const id = randomUUID()
  try {
    await insertChannel(database, {
      id,
      project_id: project.id,
      user_id: userId,
      type: 'email',
      value,
      is_primary: true,
      is_verified: isVerified,
      used_for_auth: isUsedForAuth,
      created_at: now,
    })
  } catch (error) {
    if (!isViolationOf(error, signInChannelConstraint)) throw error
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', {
      email: value,
      would_work_if_email_was_verified: false,
    })
  }
  return { id, value }
}
