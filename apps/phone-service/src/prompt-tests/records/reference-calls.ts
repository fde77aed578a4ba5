import type { referenceCalls } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface StoredReference {
  readonly callId: string
  readonly workspaceId: string
  readonly expected: readonly referenceCalls.ExpectedValue[]
  readonly changedAt: Date
  readonly changedBy: string
  readonly changedByName: string | null
}

/** Returns the reference calls of a workspace, in the order of their last changes. */
export async function listReferences(database: Database, workspaceId: string): Promise<StoredReference[]> {
  const rows = await database
    .selectFrom('reference_calls')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('changed_at')
    .orderBy('call_id')
    .execute()
  return rows.map(toReference)
}

/** Inserts or replaces a reference call. */
export async function saveReference(transaction: Database, reference: StoredReference): Promise<void> {
  const values = {
    expected: JSON.stringify(reference.expected),
    changed_at: reference.changedAt,
    changed_by: reference.changedBy,
    changed_by_name: reference.changedByName,
  }
  await transaction
    .insertInto('reference_calls')
    .values({ call_id: reference.callId, workspace_id: reference.workspaceId, ...values })
    .onConflict((conflict) => conflict.column('call_id').doUpdateSet(values))
    .execute()
}

/** Returns whether the call was a reference. */
export async function deleteReference(
  transaction: Database,
  workspaceId: string,
  callId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('reference_calls')
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteReferencesOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('reference_calls').where('workspace_id', '=', workspaceId).execute()
}

type ReferenceRow = Selectable<PhoneTables['reference_calls']>

function toReference(row: ReferenceRow): StoredReference {
  return {
    callId: row.call_id,
    workspaceId: row.workspace_id,
    expected: row.expected,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    changedByName: row.changed_by_name,
  }
}
