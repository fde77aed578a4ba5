import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The voicemail greeting of a user, without its audio. */
export interface StoredGreeting {
  readonly durationMs: number
  readonly createdAt: Date
}

export async function findStoredGreeting(database: Database, userId: string): Promise<StoredGreeting | null> {
  const row = await database
    .selectFrom('greetings')
    .select(['duration_ms', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { durationMs: row.duration_ms, createdAt: row.created_at } : null
}

export async function findStoredGreetingAudio(database: Database, userId: string): Promise<Buffer | null> {
  const row = await database
    .selectFrom('greetings')
    .select('audio')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.audio ?? null
}

/** Returns the size of the greeting of a user, 0 without one. */
export async function findGreetingBytes(database: Database, userId: string): Promise<number> {
  const row = await database
    .selectFrom('greetings')
    .select(sql<number>`octet_length(audio)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Saves the greeting of a user instead of the one before. */
export async function saveStoredGreeting(
  database: Database,
  userId: string,
  { durationMs, createdAt }: StoredGreeting,
  audio: Buffer,
): Promise<void> {
  const row = { duration_ms: durationMs, created_at: createdAt, audio }
  await database
    .insertInto('greetings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Deletes the greeting of a user, if it was saved up to `until`. Returns whether there was one. */
export async function deleteStoredGreeting(
  database: Database,
  userId: string,
  until?: Date,
): Promise<boolean> {
  const ofUser = database.deleteFrom('greetings').where('user_id', '=', userId)
  const due = until ? ofUser.where('created_at', '<=', until) : ofUser
  const { numDeletedRows } = await due.executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
