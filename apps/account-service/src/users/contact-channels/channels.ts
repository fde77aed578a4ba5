import { required } from '@parley/primitives'
import { type Selectable, sql } from 'kysely'
import { deleteCodesSentTo } from '../../auth/verification-codes/index.ts'
import { type AccountTables, type Database, maxListRows } from '../../platform/database/index.ts'
import { lockUser } from '../records/index.ts'

/** An e-mail address of a user. */
export interface Channel {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly type: 'email'
  readonly value: string
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly usedForAuth: boolean
  readonly createdAt: Date
}

/** A channel to insert. */
export interface NewChannel extends Channel {
  /** It is used for sign-in once it is verified; false by default. */
  readonly signInRequested?: boolean
}

export async function insertChannel(database: Database, channel: NewChannel): Promise<void> {
  await database
    .insertInto('contact_channels')
    .values({
      id: channel.id,
      project_id: channel.projectId,
      user_id: channel.userId,
      type: channel.type,
      value: channel.value,
      is_primary: channel.isPrimary,
      is_verified: channel.isVerified,
      used_for_auth: channel.usedForAuth,
      sign_in_requested: channel.signInRequested ?? false,
      created_at: channel.createdAt,
    })
    .execute()
}

/** Unique index: an e-mail signs in at most one user of a project. */
export const signInChannelConstraint = 'contact_channels_sign_in'

/** Query for the channel with which `email` signs in. */
export function selectSignInChannel(database: Database, projectId: string, email: string) {
  return database
    .selectFrom('contact_channels')
    .where('contact_channels.project_id', '=', projectId)
    .where('contact_channels.type', '=', 'email')
    .where('contact_channels.value', '=', email)
    .where('contact_channels.used_for_auth', '=', true)
}

/** Finds the channel with which `email` signs in, or null. */
export async function findSignInChannel(
  database: Database,
  projectId: string,
  email: string,
): Promise<{ id: string; userId: string; isVerified: boolean } | null> {
  const row = await selectSignInChannel(database, projectId, email)
    .select(['id', 'user_id', 'is_verified'])
    .executeTakeFirst()
  return row ? { id: row.id, userId: row.user_id, isVerified: row.is_verified } : null
}

/** Query that returns the channel with which a user signs in with an e-mail, and takes a shared row lock. */
export function selectLockedChannel(
  database: Database,
  projectId: string,
  { userId, email }: { readonly userId: string; readonly email: string },
) {
  return selectSignInChannel(database, projectId, email)
    .select('id')
    .where('user_id', '=', userId)
    .where('is_verified', '=', true)
    .forShare()
}

/** Lists contact channels of a project, oldest first, optionally filtered by user or id. */
export async function listChannels(
  database: Database,
  projectId: string,
  filter: { readonly userId?: string; readonly id?: string },
): Promise<Channel[]> {
  const rows = await database
    .selectFrom('contact_channels')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(filter.userId !== undefined, (query) =>
      query.where('user_id', '=', required(filter.userId, 'the user id')),
    )
    .$if(filter.id !== undefined, (query) => query.where('id', '=', required(filter.id, 'the id')))
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListRows)
    .execute()
  return rows.map(toChannel)
}

/** Constraints: an e-mail is unique per user, and its user must exist in the project. */
export const channelConstraints = {
  once: 'contact_channels_user_id_type_value_key',
  userExists: 'contact_channels_project_id_user_id_fkey',
} as const

/** A channel as previously read. */
type ChannelSnapshot = Pick<Channel, 'id' | 'projectId' | 'userId' | 'value'>

/** Cancels codes e-mailed to a channel, because they would change how its user signs in. */
async function cancelChannelCodes(
  database: Database,
  { projectId, userId, value }: ChannelSnapshot,
): Promise<void> {
  await deleteCodesSentTo(database, projectId, { userId, email: value })
}

export interface ChannelChanges
  extends Partial<Pick<Channel, 'value' | 'isPrimary' | 'isVerified' | 'usedForAuth'>> {
  /** A new sign-in e-mail waits for its verification, and is not reserved until then. */
  readonly reservesWhenVerified?: boolean
}

/**
 * Updates a channel and returns it, or null if it does not exist. When its value changes or it is no longer
 * used for sign-in, codes that were e-mailed to it are cancelled.
 */
export async function updateChannelRow(
  database: Database,
  channel: ChannelSnapshot,
  changes: ChannelChanges,
): Promise<Channel | null> {
  const { id, userId } = channel
  await lockUser(database, userId)
  const row = await database
    .updateTable('contact_channels')
    .set(({ ref, eb }) => ({
      // No-op assignment, so that an empty patch is a valid statement. Reassigning `value` would fire the
      // trigger that updates the user.
      created_at: ref('created_at'),
      value: changes.value,
      is_primary: changes.isPrimary,
      ...(changes.reservesWhenVerified ? toReservedSignIn(changes) : { used_for_auth: changes.usedForAuth }),
      // An e-mail stays verified only if the locked row already has this value.
      is_verified:
        changes.value === undefined || changes.isVerified !== undefined
          ? changes.isVerified
          : eb.and([eb('is_verified', '=', true), eb('value', '=', changes.value)]).$castTo<boolean>(),
      verified_without_session: changes.isVerified === undefined ? undefined : false,
    }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (row && (row.value !== channel.value || !row.used_for_auth)) await cancelChannelCodes(database, channel)
  return row ? toChannel(row) : null
}

/**
 * Returns the columns of a channel that is used for sign-in once it is verified, as computed from the locked
 * row.
 */
function toReservedSignIn({ value, usedForAuth }: ChannelChanges) {
  const wanted =
    usedForAuth === undefined
      ? sql<boolean>`(used_for_auth or sign_in_requested)`
      : sql<boolean>`${usedForAuth}::boolean`
  const hasSameValue = value === undefined ? sql<boolean>`true` : sql<boolean>`value = ${value}`
  const allowed = sql<boolean>`(${hasSameValue} and (used_for_auth or is_verified))`
  return {
    used_for_auth: sql<boolean>`${wanted} and ${allowed}`,
    sign_in_requested: sql<boolean>`${wanted} and not ${allowed}`,
  }
}

/** Returns whether a user has an unverified e-mail that is the primary one or used for sign-in. */
export async function hasUnverifiedSignInChannel(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('contact_channels')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_verified', '=', false)
    .where(({ eb, or }) => or([eb('is_primary', '=', true), eb('used_for_auth', '=', true)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Clears the primary flag of the user's channels. */
export async function clearPrimary(database: Database, userId: string): Promise<void> {
  await lockUser(database, userId)
  await database
    .updateTable('contact_channels')
    .set({ is_primary: false })
    .where('user_id', '=', userId)
    .where('is_primary', '=', true)
    .execute()
}

/** Deletes a channel and cancels codes that were e-mailed to it. Returns whether it existed. */
export async function deleteChannelRow(database: Database, channel: ChannelSnapshot): Promise<boolean> {
  const { id, userId } = channel
  await lockUser(database, userId)
  const { numDeletedRows } = await database
    .deleteFrom('contact_channels')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await cancelChannelCodes(database, channel)
  return numDeletedRows > 0n
}

/**
 * Marks a channel as verified if its value is unchanged, and uses it for sign-in if that was requested.
 * Records whether its user did so, who is `byUserId`. Returns whether it was updated.
 */
export async function markVerified(
  database: Database,
  projectId: string,
  { id, value, byUserId }: { readonly id: string; readonly value: string; readonly byUserId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('contact_channels')
    .set({
      is_verified: true,
      verified_without_session: sql<boolean>`(not is_verified or verified_without_session)
        and user_id is distinct from ${byUserId}`,
      used_for_auth: sql<boolean>`used_for_auth or sign_in_requested`,
      sign_in_requested: false,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records that a user has used a code that was e-mailed to an address, and so can read its e-mails. */
export async function confirmAddress(
  database: Database,
  projectId: string,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await database
    .updateTable('contact_channels')
    .set({ verified_without_session: false })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('value', '=', email)
    .where('verified_without_session', '=', true)
    .execute()
}

/** Returns the verified e-mails of a user; with `bySession` only those that the user has verified. */
export async function listVerifiedEmails(
  database: Database,
  projectId: string,
  { userId, bySession }: { readonly userId: string; readonly bySession: boolean },
): Promise<string[]> {
  const rows = await database
    .selectFrom('contact_channels')
    .select('value')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('is_verified', '=', true)
    .$if(bySession, (query) => query.where('verified_without_session', '=', false))
    .limit(maxListRows)
    .execute()
  return rows.map(({ value }) => value)
}

type ChannelRow = Selectable<AccountTables['contact_channels']>

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    type: row.type,
    value: row.value,
    isPrimary: row.is_primary,
    isVerified: row.is_verified,
    usedForAuth: row.used_for_auth,
    createdAt: row.created_at,
  }
}
