import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isAssignedTo } from './call-conditions.ts'
import {
  type CallReader,
  columns,
  type StoredAssignment,
  type StoredCall,
  toAssignmentColumns,
  toStoredCall,
} from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** Saves or removes the assignment of an ended call. */
export async function saveAssignment(
  database: Database,
  id: string,
  assignment: StoredAssignment | null,
): Promise<void> {
  await database.updateTable('calls').set(toAssignmentColumns(assignment)).where('id', '=', id).execute()
}

/** Counts the calls that are assigned to a user and not done, up to `max`. */
export async function countOpenAssignments(
  database: Database,
  { workspaceId, userId }: CallReader,
  max: number,
): Promise<number> {
  const rows = await database
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(isAssignedTo(userId))
    .where('follow_up_done_at', 'is', null)
    .limit(max)
    .execute()
  return rows.length
}

/** Removes the assignments to a user: in one workspace, or in all. Returns the calls, as they are now. */
export async function deleteAssignments(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
): Promise<StoredCall[]> {
  const rows = await database
    .updateTable('calls')
    .set(toAssignmentColumns(null))
    .where(isAssignedTo(userId))
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .returning(columns)
    .execute()
  return rows.map(toStoredCall)
}
