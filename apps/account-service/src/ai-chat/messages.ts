import type { Database } from '../database/index.ts'

export interface Thread {
  readonly projectId: string
  readonly threadId: string
}

export async function countMessages(database: Database, { projectId, threadId }: Thread): Promise<number> {
  const { count } = await database
    .selectFrom('ai_messages')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertMessage(
  database: Database,
  { projectId, threadId }: Thread,
  message: unknown,
  now: Date,
): Promise<void> {
  await database
    .insertInto('ai_messages')
    .values({
      project_id: projectId,
      thread_id: threadId,
      message: JSON.stringify(message),
      created_at: now,
    })
    .execute()
}

/** Reads the messages of a thread, the oldest first. */
export async function readMessages(database: Database, { projectId, threadId }: Thread): Promise<unknown[]> {
  const rows = await database
    .selectFrom('ai_messages')
    .select('message')
    .where('project_id', '=', projectId)
    .where('thread_id', '=', threadId)
    .orderBy('id')
    .execute()
  return rows.map(({ message }) => message)
}
