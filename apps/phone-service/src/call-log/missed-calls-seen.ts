import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

interface MembershipKey {
  readonly workspaceId: string
  readonly userId: string
}

/** Returns when the user last opened the call list, or the Unix epoch when they never have. */
export async function findSeenAt(database: Database, { workspaceId, userId }: MembershipKey): Promise<Date> {
  const row = await database
    .selectFrom('missed_calls_seen')
    .select('seen_at')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.seen_at ?? new Date(0)
}

export async function saveSeenAt(
  database: Database,
  { workspaceId, userId }: MembershipKey,
  seenAt: Date,
): Promise<void> {
  await database
    .insertInto('missed_calls_seen')
    .values({ workspace_id: workspaceId, user_id: userId, seen_at: seenAt })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ seen_at: seenAt }))
    .execute()
}

/** Deletes when a deleted user, or the users of a deleted workspace, opened the call list. */
export async function deleteSeenAt(
  database: Database,
  of: { readonly userId: string } | { readonly workspaceId: string },
): Promise<void> {
  const [column, id] =
    'userId' in of ? (['user_id', of.userId] as const) : (['workspace_id', of.workspaceId] as const)
  await database.deleteFrom('missed_calls_seen').where(column, '=', id).execute()
}
