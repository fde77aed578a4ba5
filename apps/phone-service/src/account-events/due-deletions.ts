import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Data that is deleted because a user has left a workspace, or because their account was claimed. */
export interface DueDeletion {
  readonly id: string
  readonly userId: string
  /** The workspace that the user has left; null when the account was claimed. */
  readonly workspaceId: string | null
  /** When data was saved that is deleted, at the latest; null for all data. */
  readonly until: Date | null
}

export async function insertDueDeletion(
  database: Database,
  { userId, workspaceId, until }: Omit<DueDeletion, 'id'>,
  dueAt: Date,
): Promise<DueDeletion> {
  const id = randomUUID()
  await database
    .insertInto('due_deletions')
    .values({ id, user_id: userId, workspace_id: workspaceId, until, due_at: dueAt })
    .execute()
  return { id, userId, workspaceId, until }
}

/** Returns deletions to be made now, those first that have waited longest. */
export async function listDueDeletions(database: Database, now: Date, max: number): Promise<DueDeletion[]> {
  return await database
    .selectFrom('due_deletions')
    .select(['id', 'user_id as userId', 'workspace_id as workspaceId', 'until'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(max)
    .execute()
}

export async function postponeDeletion(database: Database, id: string, dueAt: Date): Promise<void> {
  await database.updateTable('due_deletions').set({ due_at: dueAt }).where('id', '=', id).execute()
}

export async function forgetDeletion(database: Database, id: string): Promise<void> {
  await database.deleteFrom('due_deletions').where('id', '=', id).execute()
}
