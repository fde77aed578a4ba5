import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { RequestInfo } from '@parley/server/http'
import { insertProjectGrants } from '../permissions/index.ts'
import { type Actor, recordAudit } from '../platform/audit/index.ts'
import { type Database, isConstraintViolation } from '../platform/database/index.ts'
import { publishEvent } from '../platform/webhooks/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { insertTeamWithCreator } from '../teams/index.ts'
import { insertChannel, signInChannelConstraint } from './contact-channels/index.ts'
import { serializeUser } from './serialize-user.ts'
import { findUser } from './user-records.ts'
import { insertUserRow, type UserColumns, updateUserRow } from './users.ts'

interface InitialEmail {
  readonly value: string
  readonly isVerified: boolean
  /** Whether the user signs in with it; true by default. A sign-in e-mail is unique within the project. */
  readonly isUsedForAuth?: boolean
}

export interface UserRegistration<Email extends InitialEmail | null = InitialEmail | null> {
  readonly project: Project
  /** The primary e-mail; null for a user without one. */
  readonly email: Email
  readonly signUpMethod: 'password' | 'otp' | 'oauth' | 'anonymous' | 'server' | 'set-up'
  readonly displayName?: string | null
  readonly changes?: UserColumns
  /** Who creates the user; the user themself by default. */
  readonly actor?: Actor
  /** Runs after the user is inserted and before events are published. */
  readonly afterInsert?: (userId: string) => Promise<void>
  readonly info: RequestInfo
}

export interface RegisteredUser<Email extends InitialEmail | null = InitialEmail | null> {
  readonly userId: string
  readonly channel: Email extends null ? null : { readonly id: string; readonly value: string }
}

/** Name of the personal team when the user has neither a name nor an e-mail. */
const defaultTeamName = 'Personal team'

/**
 * Creates a user with the project's default permissions and, if the project is configured so, a personal team. Runs
 * within the caller's transaction. Every sign-up method ends here.
 *
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, also when two users sign up concurrently.
 */
export async function registerUser<Email extends InitialEmail | null>(
  services: Pick<Services, 'now'>,
  database: Database,
  { project, email, signUpMethod, displayName, changes, info, ...by }: UserRegistration<Email>,
): Promise<RegisteredUser<Email>> {
  const userId = randomUUID()
  const signedUpAt = services.now()
  const actor = by.actor ?? ({ type: 'user', id: userId } as const)

  await insertUserRow(database, {
    ...changes,
    id: userId,
    projectId: project.id,
    display_name: displayName || null,
    otp_auth_enabled: changes?.otp_auth_enabled ?? signUpMethod === 'otp',
    signedUpAt,
  })
  const channel = email && (await insertInitialChannel(database, project, userId, email, signedUpAt))
  await by.afterInsert?.(userId)
  await insertProjectGrants(database, project.id, userId, project.config.user_default_permissions)
  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'user.created',
    subject: { type: 'user', id: userId },
    details: { method: signUpMethod },
    info,
    at: signedUpAt,
  })

  if (project.config.create_team_on_sign_up) {
    const team = await insertTeamWithCreator(services, database, {
      project,
      display_name: displayName || email?.value || defaultTeamName,
      creatorId: userId,
      actor,
      info,
    })
    await updateUserRow(database, project.id, userId, { selected_team_id: team.id })
  }
  await publishEvent(database, project.id, {
    type: 'user.created',
    data: async () => serializeUser((await findUser(database, project.id, userId))!),
    at: signedUpAt,
  })
  return { userId, channel } as RegisteredUser<Email>
}

async function insertInitialChannel(
  database: Database,
  project: Project,
  userId: string,
  { value, isVerified, isUsedForAuth = true }: InitialEmail,
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
    if (!isConstraintViolation(error, signInChannelConstraint)) throw error
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', {
      email: value,
      would_work_if_email_was_verified: false,
    })
  }
  return { id, value }
}
