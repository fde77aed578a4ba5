import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A user who no longer exists in the account service, until nothing writes data for them any more. */
export interface DeletedUser {
  readonly userId: string
  readonly deletedAt: Date
}

/** Adds a user whose data is deleted from now on. No-op when it is being deleted already. */
export async function insertDeletedUser(
  database: Database,
  { userId, deletedAt }: DeletedUser,
  dueAt: Date,
): Promise<void> {
  await database
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: deletedAt, due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns users whose data is to be deleted again now, those first that have waited longest. */
export async function listDueUsers(database: Database, now: Date, max: number): Promise<DeletedUser[]> {
  return await database
    .selectFrom('deleted_users')
    .select(['user_id as userId', 'deleted_at as deletedAt'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(max)
    .execute()
}

export async function saveUserDueTime(database: Database, userId: string, dueAt: Date): Promise<void> {
  await database.updateTable('deleted_users').set({ due_at: dueAt }).where('user_id', '=', userId).execute()
}

export async function forgetDeletedUser(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('deleted_users').where('user_id', '=', userId).execute()
}
