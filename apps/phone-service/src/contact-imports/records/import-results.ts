import type { contactImports } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { deleteChanges } from './import-changes.ts'

type Database = Kysely<PhoneTables>
type ContactImport = contactImports.ContactImport

export async function countAttempt(database: Database, id: string): Promise<void> {
  await database
    .updateTable('contact_imports')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns whether the import still runs: it may have been cancelled. */
export async function saveProgress(database: Database, id: string, progress: number): Promise<boolean> {
  const result = await database
    .updateTable('contact_imports')
    .set({ progress })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns false, without saving, when the import has been cancelled. */
export async function saveDone(
  transaction: Database,
  id: string,
  done: {
    readonly counts: NonNullable<ContactImport['counts']>
    readonly undoBytes: number
    readonly undoableUntil: Date
  },
): Promise<boolean> {
  const result = await transaction
    .updateTable('contact_imports')
    .set({
      status: 'done',
      progress: 100,
      counts: JSON.stringify(done.counts),
      undo_bytes: done.undoBytes,
      undoable_until: done.undoableUntil,
      expires_at: done.undoableUntil,
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function saveFailed(
  database: Database,
  id: string,
  failure: NonNullable<ContactImport['failure']>,
): Promise<void> {
  await database
    .updateTable('contact_imports')
    .set({ status: 'failed', failure })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

export async function saveUndone(
  transaction: Database,
  id: string,
  undone: NonNullable<ContactImport['undone']>,
): Promise<void> {
  await transaction
    .updateTable('contact_imports')
    .set({ status: 'undone', undone: JSON.stringify(undone), undoable_until: null, undo_bytes: 0 })
    .where('id', '=', id)
    .execute()
}

/**
 * Makes the oldest imports of a workspace impossible to undo, until what undoes the others occupies `maxBytes` at most.
 */
export async function makeUndoSpace(
  transaction: Database,
  workspaceId: string,
  maxBytes: number,
): Promise<void> {
  const imports = await transaction
    .selectFrom('contact_imports')
    .select(['id', 'undo_bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('undo_bytes', '>', '0')
    .orderBy('created_at', 'desc')
    .execute()
  let bytes = 0
  for (const { id, undo_bytes } of imports) {
    bytes += Number(undo_bytes)
    if (bytes <= maxBytes) continue
    await deleteChanges(transaction, id)
    await transaction
      .updateTable('contact_imports')
      .set({ undoable_until: null, undo_bytes: 0 })
      .where('id', '=', id)
      .execute()
  }
}
