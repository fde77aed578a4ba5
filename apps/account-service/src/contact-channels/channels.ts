import type { Selectable } from 'kysely'
import { type AccountTables, type Database, lockUser, longestList } from '../database/index.ts'
import { deleteCodesMailedTo } from '../verification-codes/index.ts'

export type Channel = Selectable<AccountTables['contact_channels']>

export async function insertChannel(database: Database, channel: Channel): Promise<void> {
  await database.insertInto('contact_channels').values(channel).execute()
}

/** The unique index by which an address signs in one user of a project. */
export const signInChannelConstraint = 'contact_channels_sign_in'

/** The question for the channel with which `email` signs in. */
export function signInChannel(database: Database, projectId: string, email: string) {
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
  const row = await signInChannel(database, projectId, email)
    .select(['id', 'user_id', 'is_verified'])
    .executeTakeFirst()
  return row ? { id: row.id, userId: row.user_id, isVerified: row.is_verified } : null
}

/** Lists channels of a project, the oldest first; those of one user, one alone, or all. */
export async function listChannels(
  database: Database,
  projectId: string,
  filter: { readonly userId?: string; readonly id?: string },
): Promise<Channel[]> {
  return await database
    .selectFrom('contact_channels')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(filter.userId !== undefined, (query) => query.where('user_id', '=', filter.userId!))
    .$if(filter.id !== undefined, (query) => query.where('id', '=', filter.id!))
    .orderBy('created_at')
    .orderBy('id')
    .limit(longestList)
    .execute()
}

/** The constraints by which a user has an address once, and an address belongs to a user of the project. */
export const channelConstraints = {
  once: 'contact_channels_user_id_type_value_key',
  userExists: 'contact_channels_project_id_user_id_fkey',
} as const

/** A channel as a caller has read it. */
type KnownChannel = Pick<Channel, 'id' | 'project_id' | 'user_id' | 'value'>

/** Ends what was mailed to an address and would change how its user signs in. */
async function endCodesOf(database: Database, { project_id, user_id, value }: KnownChannel): Promise<void> {
  await deleteCodesMailedTo(database, project_id, { userId: user_id, email: value })
}

/**
 * Changes a channel of a user. Answers it as it is then, or null where there is none. Where another address takes its
 * place, or it signs nobody in any more, codes that were mailed to it end.
 */
export async function changeChannel(
  database: Database,
  channel: KnownChannel,
  changes: Partial<Pick<Channel, 'value' | 'is_primary' | 'is_verified' | 'used_for_auth'>>,
): Promise<Channel | null> {
  const { id, user_id } = channel
  await lockUser(database, user_id)
  const row = await database
    .updateTable('contact_channels')
    .set(({ ref, eb }) => ({
      // Repeated, so that a change of nothing is a statement too. A value that is repeated would write the user as well.
      created_at: ref('created_at'),
      // An address stays verified only where the row, as it is locked now, has that very address.
      ...(changes.value === undefined
        ? {}
        : {
            is_verified: eb
              .and([eb('is_verified', '=', true), eb('value', '=', changes.value)])
              .$castTo<boolean>(),
          }),
      ...changes,
    }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirst()
  if (row && (row.value !== channel.value || !row.used_for_auth)) await endCodesOf(database, channel)
  return row ?? null
}

/** Takes the place of the primary address from whichever has it. */
export async function unsetPrimary(database: Database, userId: string): Promise<void> {
  await lockUser(database, userId)
  await database
    .updateTable('contact_channels')
    .set({ is_primary: false })
    .where('user_id', '=', userId)
    .where('is_primary', '=', true)
    .execute()
}

/** Removes a channel of a user, with the codes that were mailed to it. Tells whether there was one. */
export async function deleteChannel(database: Database, channel: KnownChannel): Promise<boolean> {
  const { id, user_id } = channel
  await lockUser(database, user_id)
  const { numDeletedRows } = await database
    .deleteFrom('contact_channels')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  await endCodesOf(database, channel)
  return numDeletedRows > 0n
}

/** Marks a channel verified, if it still has this value. Tells whether it does. */
export async function markVerified(
  database: Database,
  projectId: string,
  { id, value }: { readonly id: string; readonly value: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('contact_channels')
    .set({ is_verified: true })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
