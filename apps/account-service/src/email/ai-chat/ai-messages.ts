import { sql, type Transaction } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'

export interface Thread {
  readonly projectId: string
  readonly threadId: string
}

/** Locks a thread against concurrent additions until the caller's transaction ends. */
export async function lockThread(
  transaction: Transaction<AccountTables>,
  { projectId, threadId }: Thread,
): Promise<void> {
  const thread = JSON.stringify(['messages of a thread', projectId, threadId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${thread}, 0))`.execute(transaction)
}

/** Returns the number of messages in a thread and their total size as JSON. */
export async function measureThread(
  database: Database,
  { projectId, threadId }: Thread,
): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await database
    .selectFrom('ai_messages')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      sql<string>`coalesce(sum(octet_length(message::text)), 0)`.as('bytes'),
    ])
    .where('project_id', '=', projectId)
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

/** Inserts a message given as JSON. */
export async function insertMessage(
  database: Database,
  { projectId, threadId }: Thread,
  message: string,
  now: Date,
): Promise<void> {
  await database
    .insertInto('ai_messages')
    .values({
      project_id: projectId,
      thread_id: threadId,
      message,
      created_at: now,
    })
    .execute()
}

/** Lists the messages of a thread, oldest first. */
export async function listThreadMessages(
  database: Database,
  { projectId, threadId }: Thread,
): Promise<unknown[]> {
  const rows = await database
    .selectFrom('ai_messages')
    .select('message')
    .where('project_id', '=', projectId)
    .where('thread_id', '=', threadId)
    .orderBy('id')
    .execute()
  return rows.map(({ message }) => message)
}
