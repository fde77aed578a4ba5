import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { deleteFile } from './import-parts.ts'

type Database = Kysely<PhoneTables>

export async function deleteExpiredImports(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('contact_imports').where('expires_at', '<=', now).execute()
}

export async function deleteImportsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('contact_imports').where('workspace_id', '=', workspaceId).execute()
}

/** Cancels the import of a user that runs, and deletes the draft, in all workspaces or one, that was created up to `until`. */
export async function cancelImportsOfUser(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
  until: Date,
): Promise<void> {
  // Not deleted: its row is locked while it runs.
  const cancelled = await database
    .updateTable('contact_imports')
    .set({ status: 'failed', failure: 'UNSUPPORTED_ERROR' })
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .where('created_at', '<=', until)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .returning('id')
    .execute()
  for (const { id } of cancelled) await deleteFile(database, id)
  await database
    .deleteFrom('contact_imports')
    .where('user_id', '=', userId)
    .where('status', '=', 'draft')
    .where('created_at', '<=', until)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .execute()
}

/** Deletes the imports of a user that were started up to `until`. Their contacts remain. */
export async function deleteImportsOfUser(database: Database, userId: string, until: Date): Promise<void> {
  await cancelImportsOfUser(database, { userId }, until)
  await database
    .deleteFrom('contact_imports')
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .execute()
}
