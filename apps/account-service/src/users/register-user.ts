import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import { required } from '@parley/primitives'
import { insertProjectGrants } from '../permissions/index.ts'
import { type Database, isConstraintViolation } from '../platform/database/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { insertTeamWithCreator, setTrunkGrant } from '../teams/index.ts'
import { enableCodeSignIn, insertChannel, signInChannelConstraint } from './contact-channels/index.ts'
import { toPersonalTeamName } from './personal-team-name.ts'
import { findUser, insertUserRow, type UserChanges, updateUserRow } from './records/index.ts'
import { isInvitedSignUp, requireSignUpAllowed } from './require-sign-up-allowed.ts'
import { serializeUser } from './serialize-user.ts'

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
  readonly changes?: UserChanges
  /** By default, the team is named after the user. */
  readonly personalTeamName?: string | null
  /** Whether the personal team may have trunks; false by default. */
  readonly areTrunksGranted?: boolean
  /** Runs after the user is inserted and before events are published. */
  readonly afterInsert?: (userId: string) => Promise<void>
}

export interface RegisteredUser<Email extends InitialEmail | null = InitialEmail | null> {
  readonly userId: string
  readonly channel: Email extends null ? null : { readonly id: string; readonly value: string }
}

/**
 * Creates a user with the project's default permissions and, if the project is configured so, a personal
 * team. Runs within the caller's transaction. Every sign-up method ends here.
 *
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, also when two users sign up concurrently;
 * SIGN_UP_NOT_ENABLED
 */
export async function registerUser<Email extends InitialEmail | null>(
  services: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  {
    project,
    email,
    signUpMethod,
    displayName,
    changes,
    personalTeamName,
    areTrunksGranted,
    afterInsert,
  }: UserRegistration<Email>,
): Promise<RegisteredUser<Email>> {
  const userId = randomUUID()
  const signedUpAt = services.now()
  if (signUpMethod !== 'server' && signUpMethod !== 'set-up')
    await requireSignUpAllowed(transaction, project, { email, now: signedUpAt })
  const audited = signUpMethod === 'server' ? transaction : transaction.as({ type: 'user', id: userId })

  await insertUserRow(transaction, {
    ...changes,
    id: userId,
    projectId: project.id,
    displayName: displayName || null,
    otpAuthEnabled: changes?.otpAuthEnabled ?? signUpMethod === 'otp',
    isCodeSignInDisabled: changes?.otpAuthEnabled === false,
    signedUpAt,
  })
  const channel = email && (await insertInitialChannel(transaction, project, userId, email, signedUpAt))
  if (email) await enableCodeSignIn(transaction, project, userId)
  await afterInsert?.(userId)
  await insertProjectGrants(transaction, project.id, userId, project.config.user_default_permissions)
  await audited.audit('user.created', { type: 'user', id: userId }, { method: signUpMethod })

  if (await needsPersonalTeam(transaction, { project, email, signUpMethod, now: signedUpAt })) {
    const team = await insertTeamWithCreator(services, audited, {
      project,
      displayName: personalTeamName ?? toPersonalTeamName(project, displayName, email?.value),
      creatorId: userId,
    })
    await updateUserRow(transaction, project.id, userId, { selectedTeamId: team.id })
    if (areTrunksGranted) await setTrunkGrant(audited, project.id, team.id, true)
  }
  await audited.publish('user.created', async () =>
    serializeUser(required(await findUser(transaction, project.id, userId), 'the user')),
  )
  return { userId, channel } as RegisteredUser<Email>
}

/** An invited user joins the team of the invitation instead, if the project is configured so. */
async function needsPersonalTeam(
  database: Database,
  {
    project,
    email,
    signUpMethod,
    now,
  }: Pick<UserRegistration<InitialEmail | null>, 'project' | 'email' | 'signUpMethod'> & {
    readonly now: Date
  },
): Promise<boolean> {
  if (!project.config.create_team_on_sign_up) return false
  // The administrator of the set-up creates the first workspace, also if a user has invited them.
  if (signUpMethod === 'set-up' || !project.settings.invited_users_get_no_team) return true
  return !(await isInvitedSignUp(database, project, { email, now }))
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
      projectId: project.id,
      userId,
      type: 'email',
      value,
      isPrimary: true,
      isVerified,
      usedForAuth: isUsedForAuth,
      createdAt: now,
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
