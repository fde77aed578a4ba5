import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A workspace that no longer exists in the account service, until all its data is deleted. */
export interface DeletedWorkspace {
  readonly workspaceId: string
  readonly deletedAt: Date
}

/** Adds a workspace whose data is deleted from now on. No-op when it is being deleted already. */
export async function insertDeletedWorkspace(
  database: Database,
  { workspaceId, deletedAt }: DeletedWorkspace,
): Promise<void> {
  await database
    .insertInto('deleted_workspaces')
    .values({ workspace_id: workspaceId, deleted_at: deletedAt, due_at: deletedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns those of the workspaces that are deleted, and whose data is not deleted completely yet. */
export async function selectDeletedWorkspaces(
  database: Database,
  workspaceIds: readonly string[],
): Promise<string[]> {
  if (workspaceIds.length === 0) return []
  const rows = await database
    .selectFrom('deleted_workspaces')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Returns workspaces whose data is to be deleted now, those first that have waited longest. */
export async function listDueWorkspaces(
  database: Database,
  now: Date,
  max: number,
): Promise<DeletedWorkspace[]> {
  return await database
    .selectFrom('deleted_workspaces')
    .select(['workspace_id as workspaceId', 'deleted_at as deletedAt'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(max)
    .execute()
}

export async function saveDueTime(database: Database, workspaceId: string, dueAt: Date): Promise<void> {
  await database
    .updateTable('deleted_workspaces')
    .set({ due_at: dueAt })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function forgetDeletedWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('deleted_workspaces').where('workspace_id', '=', workspaceId).execute()
}
