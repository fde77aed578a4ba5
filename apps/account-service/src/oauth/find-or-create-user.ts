import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { RequestInfo } from '@parley/server/http'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { findSignInChannel, notifySignInChange } from '../users/contact-channels/index.ts'
import { isStoredImageUrl } from '../users/images/index.ts'
import { registerUser } from '../users/index.ts'
import {
  type Connection,
  findConnectionConflict,
  findSignInConnection,
  insertConnection,
  listConnections,
  lockProviderAccount,
  updateConnection,
} from './connections/index.ts'
import type { Profile } from './providers/index.ts'

export interface ProviderLogin {
  readonly project: Project
  readonly providerId: string
  /** User to link the account to; null for a sign-in. */
  readonly linkingUserId: string | null
  readonly profile: Profile
  readonly info: RequestInfo
}

export interface ProviderLoginResult {
  readonly userId: string
  readonly connectionId: string
  readonly isNewUser: boolean
}

type Deps = Pick<Services, 'jobs' | 'options' | 'now'>

/**
 * Finds or creates the user of a provider account within the given transaction. An account is identified by
 * provider and account id, never by its e-mail address.
 *
 * @throws {KnownError} OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
 * USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION,
 * SIGN_UP_NOT_ENABLED, CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE
 */
export async function findOrCreateUser(
  services: Deps,
  transaction: ServiceTransaction,
  login: ProviderLogin,
): Promise<ProviderLoginResult> {
  const { project, providerId, linkingUserId, profile } = login
  const account = { providerId, accountId: profile.accountId }
  await lockProviderAccount(transaction, project.id, account)
  if (linkingUserId !== null) return await linkAccount(services, transaction, login, linkingUserId)

  const known = await findSignInConnection(transaction, project.id, account)
  if (known) return { userId: known.userId, connectionId: known.id, isNewUser: false }
  return (
    (await mergeByEmail(services, transaction, login)) ?? (await signUpUser(services, transaction, login))
  )
}

/**
 * Returns the connection of a user to this provider account, or null if it can be linked.
 *
 * @throws {KnownError} USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION,
 * OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER
 */
export async function requireLinkable(
  transaction: ServiceTransaction,
  { project, providerId, profile }: ProviderLogin,
  userId: string,
): Promise<Connection | null> {
  const { accountId } = profile
  const known = await findSignInConnection(transaction, project.id, { providerId, accountId })
  const userConnections = await listConnections(transaction, project.id, { userId, providerId })
  if (userConnections.some((connection) => connection.accountId !== accountId))
    throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  if (known && known.userId !== userId)
    throw new KnownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
  return userConnections[0] ?? null
}

async function linkAccount(
  services: Deps,
  transaction: ServiceTransaction,
  login: ProviderLogin,
  userId: string,
): Promise<ProviderLoginResult> {
  const same = await requireLinkable(transaction, login, userId)
  if (!same) return await connectAccount(services, transaction, login, userId)
  if (!same.allowSignIn || !same.allowConnectedAccounts)
    await updateConnection(transaction, same, { allowSignIn: true, allowConnectedAccounts: true })
  return { userId, connectionId: same.id, isNewUser: false }
}

/**
 * Links the account to the user who signs in with the same e-mail address, if the project merges accounts and
 * both the provider and this service have verified the address. Null if there is no such user, or if the
 * project allows duplicates.
 */
async function mergeByEmail(
  services: Deps,
  transaction: ServiceTransaction,
  login: ProviderLogin,
): Promise<ProviderLoginResult | null> {
  const { project, providerId, profile } = login
  const strategy = project.config.oauth_account_merge_strategy
  if (profile.email === null || strategy === 'allow_duplicates') return null
  const channel = await findSignInChannel(transaction, project.id, profile.email)
  if (!channel) return null

  const refuse = (wouldWork: boolean) =>
    new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
      type: 'email',
      contact_channel_value: profile.email,
      would_work_if_email_was_verified: wouldWork,
    })
  if (strategy === 'raise_error') throw refuse(false)
  if (!channel.isVerified) throw refuse(true)
  if (!profile.isEmailVerified) throw refuse(false)

  const userConnections = await listConnections(transaction, project.id, {
    userId: channel.userId,
    providerId,
  })
  if (userConnections.length > 0) throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  return await connectAccount(services, transaction, login, channel.userId)
}

async function signUpUser(
  services: Deps,
  transaction: ServiceTransaction,
  login: ProviderLogin,
): Promise<ProviderLoginResult> {
  const { project, profile } = login
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')

  const isTaken =
    profile.email !== null && (await findSignInChannel(transaction, project.id, profile.email)) !== null
  let connectionId = ''
  const { userId } = await registerUser(services, transaction, {
    project,
    email:
      profile.email === null
        ? null
        : { value: profile.email, isVerified: profile.isEmailVerified, isUsedForAuth: !isTaken },
    signUpMethod: 'oauth',
    displayName: profile.displayName,
    changes: { profileImageUrl: toExternalImageUrl(profile) },
    afterInsert: async (id) => {
      connectionId = await insertLinkedAccount(services, transaction, login, id)
    },
  })
  return { userId, connectionId, isNewUser: true }
}

/**
 * Returns the image of a provider account; null for a URL that names a stored image. That image belongs to
 * another user, and would be deleted when this user changes theirs.
 */
function toExternalImageUrl({ imageUrl }: Profile): string | null {
  return imageUrl !== null && isStoredImageUrl(imageUrl) ? null : imageUrl
}

/** Links the account to an existing user and notifies them. */
async function connectAccount(
  services: Deps,
  transaction: ServiceTransaction,
  login: ProviderLogin,
  userId: string,
): Promise<ProviderLoginResult> {
  const { project, info } = login
  const connectionId = await insertLinkedAccount(services, transaction, login, userId)
  await notifySignInChange(services, transaction, { project, userId, change: 'provider-linked', info })
  return { userId, connectionId, isNewUser: false }
}

async function insertLinkedAccount(
  { now }: Deps,
  transaction: ServiceTransaction,
  { project, providerId, profile }: ProviderLogin,
  userId: string,
): Promise<string> {
  const id = randomUUID()
  await insertConnection(transaction, {
    id,
    projectId: project.id,
    userId,
    providerId,
    accountId: profile.accountId,
    email: profile.email,
    allowSignIn: true,
    allowConnectedAccounts: true,
    createdAt: now(),
  })
  await transaction
    .as({ type: 'user', id: userId })
    .audit('oauth_provider.linked', { type: 'user', id: userId }, { provider: providerId, connectionId: id })
  return id
}

/**
 * Whether a concurrent request took the e-mail address or linked the account, so that the login has to be
 * retried.
 */
export function isConflict(error: unknown): boolean {
  const isTaken = error instanceof KnownError && error.code === 'USER_EMAIL_ALREADY_EXISTS'
  return isTaken || findConnectionConflict(error) !== null
}
