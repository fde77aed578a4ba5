import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/index.ts'
import { findSignInChannel, tellSignInChange } from '../contact-channels/index.ts'
import type { AccountTables } from '../database/index.ts'
import {
  type Connection,
  changeConnection,
  conflictOf,
  findSignInConnection,
  insertConnection,
  listConnections,
  lockAccount,
} from '../oauth-connections/index.ts'
import type { Project } from '../projects/index.ts'
import type { Profile } from '../providers/index.ts'
import type { Services } from '../services.ts'
import { createUser } from '../users/index.ts'

export interface Arrival {
  readonly project: Project
  readonly providerId: string
  /** User to link the account to; null for a sign-in. */
  readonly linkingUserId: string | null
  readonly profile: Profile
  readonly call: HttpCall
}

export interface Account {
  readonly userId: string
  readonly connectionId: string
  readonly isNewUser: boolean
}

type Needs = Pick<Services, 'jobs' | 'options' | 'now'>

/**
 * Finds or creates the user of a provider account within the given transaction. An account is identified by provider
 * and account id, never by its e-mail address.
 *
 * @throws {KnownError} OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
 * USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION,
 * SIGN_UP_NOT_ENABLED, CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE
 */
export async function accountFor(
  services: Needs,
  transaction: Transaction<AccountTables>,
  arrival: Arrival,
): Promise<Account> {
  const { project, providerId, linkingUserId, profile } = arrival
  const account = { provider_id: providerId, account_id: profile.accountId }
  await lockAccount(transaction, project.id, account)
  const known = await findSignInConnection(transaction, project.id, account)

  if (linkingUserId !== null)
    return await link(services, transaction, arrival, { userId: linkingUserId, known })
  if (known) return { userId: known.user_id, connectionId: known.id, isNewUser: false }
  return (await merge(services, transaction, arrival)) ?? (await signUp(services, transaction, arrival))
}

async function link(
  services: Needs,
  transaction: Transaction<AccountTables>,
  arrival: Arrival,
  { userId, known }: { readonly userId: string; readonly known: Connection | null },
): Promise<Account> {
  const { project, providerId, profile } = arrival
  const own = await listConnections(transaction, project.id, { userId, providerId })
  if (own.some(({ account_id }) => account_id !== profile.accountId))
    throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  if (known && known.user_id !== userId)
    throw new KnownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')

  const [same] = own
  if (!same) return await connect(services, transaction, arrival, userId)
  if (!same.allow_sign_in || !same.allow_connected_accounts)
    await changeConnection(transaction, same, { allow_sign_in: true, allow_connected_accounts: true })
  return { userId, connectionId: same.id, isNewUser: false }
}

/**
 * Links the account to the user who signs in with the same e-mail address, if the project merges accounts and both the
 * provider and this service have verified the address. Null if there is no such user, or if the project allows
 * duplicates.
 */
async function merge(
  services: Needs,
  transaction: Transaction<AccountTables>,
  arrival: Arrival,
): Promise<Account | null> {
  const { project, providerId, profile } = arrival
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

  const own = await listConnections(transaction, project.id, { userId: channel.userId, providerId })
  if (own.length > 0) throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  return await connect(services, transaction, arrival, channel.userId)
}

async function signUp(
  services: Needs,
  transaction: Transaction<AccountTables>,
  arrival: Arrival,
): Promise<Account> {
  const { project, profile, call } = arrival
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')

  const isTaken =
    profile.email !== null && (await findSignInChannel(transaction, project.id, profile.email)) !== null
  let connectionId = ''
  const { userId } = await createUser(services, transaction, {
    project,
    email:
      profile.email === null
        ? null
        : { value: profile.email, isVerified: profile.isEmailVerified, isUsedForAuth: !isTaken },
    signUpMethod: 'oauth',
    displayName: profile.displayName,
    changes: { profile_image_url: profile.imageUrl },
    furnish: async (id) => {
      connectionId = await insertLinked(services, transaction, arrival, id)
    },
    call,
  })
  return { userId, connectionId, isNewUser: true }
}

/** Links the account to an existing user and notifies them. */
async function connect(
  services: Needs,
  transaction: Transaction<AccountTables>,
  arrival: Arrival,
  userId: string,
): Promise<Account> {
  const { project, call } = arrival
  const connectionId = await insertLinked(services, transaction, arrival, userId)
  await tellSignInChange(services, transaction, { project, userId, change: 'provider-linked', call })
  return { userId, connectionId, isNewUser: false }
}

async function insertLinked(
  { now }: Needs,
  transaction: Transaction<AccountTables>,
  { project, providerId, profile, call }: Arrival,
  userId: string,
): Promise<string> {
  const id = randomUUID()
  await insertConnection(transaction, {
    id,
    project_id: project.id,
    user_id: userId,
    provider_id: providerId,
    account_id: profile.accountId,
    email: profile.email,
    allow_sign_in: true,
    allow_connected_accounts: true,
    created_at: now(),
  })
  await recordAudit(transaction, {
    projectId: project.id,
    actor: { type: 'user', id: userId },
    action: 'oauth_provider.linked',
    subject: { type: 'user', id: userId },
    details: { provider: providerId, connectionId: id },
    call,
    at: now(),
  })
  return id
}

/** Whether a concurrent request took the e-mail address or linked the account, so that the login has to be retried. */
export function isOvertaken(error: unknown): boolean {
  const isTaken = error instanceof KnownError && error.code === 'USER_EMAIL_ALREADY_EXISTS'
  return isTaken || conflictOf(error) !== null
}
