import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Longer than the lifetime of an access token, after which it is rejected anyway. */
const retentionMs = 60 * 60_000

/** Stores that a session has ended, for all processes, and deletes expired rows. Idempotent. */
export async function saveEndedSession(database: Database, sessionId: string, now: Date): Promise<void> {
  await database
    .deleteFrom('ended_sessions')
    .where('ended_at', '<', new Date(now.getTime() - retentionMs))
    .execute()
  await database
    .insertInto('ended_sessions')
    .values({ session_id: sessionId, ended_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isEndedSession(database: Database, sessionId: string): Promise<boolean> {
  const row = await database
    .selectFrom('ended_sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}
