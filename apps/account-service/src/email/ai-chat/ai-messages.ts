import { sql, type Transaction } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'

export interface Thread {
  readonly projectId: string
  readonly threadId: string
}

/** Locks the threads of an owner against concurrent additions until the caller's transaction ends. */
export async function lockThreads(transaction: Transaction<AccountTables>, ownerId: string): Promise<void> {
  const threads = JSON.stringify(['threads of an owner', ownerId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${threads}, 0))`.execute(transaction)
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

interface NewMessage {
  readonly ownerId: string
  /** JSON. */
  readonly message: string
  readonly createdAt: Date
}

export async function insertMessage(
  database: Database,
  { projectId, threadId }: Thread,
  { ownerId, message, createdAt }: NewMessage,
): Promise<void> {
  await database
    .insertInto('ai_messages')
    .values({
      project_id: projectId,
      thread_id: threadId,
      owner_id: ownerId,
      message,
      created_at: createdAt,
    })
    .execute()
}

/** Deletes the oldest messages of an owner beyond a size of all. */
export async function deleteMessagesBeyond(
  database: Database,
  ownerId: string,
  maxBytes: number,
): Promise<void> {
  const newestFirst = database
    .selectFrom('ai_messages')
    .select('id')
    .select(sql<string>`sum(size) over (order by id desc)`.as('bytes'))
    .where('owner_id', '=', ownerId)
  await database
    .deleteFrom('ai_messages')
    .where('id', 'in', (select) =>
      select.selectFrom(newestFirst.as('newest_first')).select('id').where('bytes', '>', String(maxBytes)),
    )
    .execute()
}

/** Deletes messages from before a moment. */
export async function deleteMessagesBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('ai_messages').where('created_at', '<', moment).execute()
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
