import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import { insertChannel, signInChannelConstraint } from '../contact-channels/index.ts'
import { type Database, isViolationOf } from '../database/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { insertTeamWithCreator } from '../teams/index.ts'
import { changeUser, insertUser, type UserChanges } from './users.ts'

export interface NewUser {
  readonly project: Project
  readonly email: { readonly value: string; readonly isVerified: boolean }
  readonly signUpMethod: 'password' | 'otp' | 'set-up'
  readonly displayName?: string | null
  readonly changes?: UserChanges
  readonly call: HttpCall
}

export interface CreatedUser {
  readonly userId: string
  readonly channel: { readonly id: string; readonly value: string }
}

/**
 * Makes a user who signs in with an address, and the team of their own where the project gives one; within the
 * caller's transaction. Every way of signing up ends here.
 *
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, also when two sign up at the same moment.
 */
export async function createUser(
  services: Pick<Services, 'now'>,
  database: Database,
  { project, email, signUpMethod, displayName, changes, call }: NewUser,
): Promise<CreatedUser> {
  const userId = randomUUID()
  const signedUpAt = services.now()
  const actor = { type: 'user', id: userId } as const

  await insertUser(database, {
    ...changes,
    id: userId,
    projectId: project.id,
    display_name: displayName ?? null,
    otp_auth_enabled: signUpMethod === 'otp',
    signedUpAt,
  })
  const channel = await insertSignInChannel(database, project, userId, email, signedUpAt)
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
      display_name: displayName || email.value,
      creatorId: userId,
      actor,
      call,
    })
    await changeUser(database, project.id, userId, { selected_team_id: team.id })
  }
  return { userId, channel }
}

async function insertSignInChannel(
  database: Database,
  project: Project,
  userId: string,
  { value, isVerified }: NewUser['email'],
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
      used_for_auth: true,
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
