import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool } from 'kysely'
import type { StoredSource } from '../../database/tables/transcript-tables.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The person who is to do an action item: a member, or a participant without an id. */
export interface ActionItemOwner {
  readonly userId: string | null
  readonly name: string
}

export interface NewItem {
  readonly id: string
  readonly text: string
  readonly owner: ActionItemOwner | null
  /** A day, such as `2026-12-04`. */
  readonly dueOn: string | null
  readonly sources: readonly StoredSource[]
}

interface Change {
  readonly at: Date
  readonly byName: string | null
}

export interface StoredItem extends NewItem {
  readonly callId: string
  readonly analysisId: string
  readonly done: Change | null
  readonly edited: Change | null
}

interface AnalysisKey {
  readonly analysisId: string
  readonly callId: string
  readonly workspaceId: string
}

export async function insertItems(
  transaction: Database,
  { analysisId, callId, workspaceId }: AnalysisKey,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return
  await transaction
    .insertInto('action_items')
    .values(
      items.map((item, index) => ({
        id: item.id,
        analysis_id: analysisId,
        call_id: callId,
        workspace_id: workspaceId,
        number: index + 1,
        text: item.text,
        owner_user_id: item.owner?.userId ?? null,
        owner_name: item.owner?.name ?? null,
        due_on: item.dueOn,
        sources: JSON.stringify(item.sources),
      })),
    )
    .execute()
}

/** Returns the action items of analyses, in the order of each analysis. */
export async function listItems(database: Database, analysisIds: readonly string[]): Promise<StoredItem[]> {
  if (analysisIds.length === 0) return []
  const rows = await database
    .selectFrom('action_items')
    .selectAll()
    .where('analysis_id', 'in', analysisIds)
    .orderBy('number')
    .execute()
  return rows.map(toItem)
}

/** Returns action items by their ids, in any order. */
export async function listItemsById(database: Database, ids: readonly string[]): Promise<StoredItem[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('action_items')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(toItem)
}

/** Selects the open action items of the latest complete analysis of each call. */
export function selectOpenItems(database: Pick<Database, 'selectFrom'>) {
  return database
    .selectFrom('action_items')
    .where('action_items.done_at', 'is', null)
    .where('action_items.analysis_id', '=', (nested) =>
      nested
        .selectFrom('call_analyses as analysis')
        .select('analysis.id')
        .whereRef('analysis.call_id', '=', 'action_items.call_id')
        .where('analysis.state', '=', 'done')
        .orderBy('analysis.requested_at', 'desc')
        .orderBy('analysis.id')
        .limit(1),
    )
}

/** Calls with an open action item in their latest complete analysis. */
export function hasOpenItems(calls: ExpressionBuilder<PhoneTables, 'calls'>): Expression<SqlBool> {
  const items = selectOpenItems(calls as Pick<Database, 'selectFrom'>)
  return calls.exists(
    items.select('action_items.id').where('action_items.call_id', '=', calls.ref('calls.id')),
  )
}

/** Locks and returns an action item of a call, or null. */
export async function findItemForUpdate(
  transaction: Database,
  callId: string,
  id: string,
): Promise<StoredItem | null> {
  const row = await transaction
    .selectFrom('action_items')
    .selectAll()
    .where('id', '=', id)
    .where('call_id', '=', callId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toItem(row) : null
}

export async function saveItem(transaction: Database, item: StoredItem): Promise<void> {
  await transaction
    .updateTable('action_items')
    .set({
      text: item.text,
      owner_user_id: item.owner?.userId ?? null,
      owner_name: item.owner?.name ?? null,
      due_on: item.dueOn,
      done_at: item.done?.at ?? null,
      done_by_name: item.done?.byName ?? null,
      edited_at: item.edited?.at ?? null,
      edited_by_name: item.edited?.byName ?? null,
    })
    .where('id', '=', item.id)
    .execute()
}

/** Removes a user who is no longer a member from their open action items: of one workspace, or of any. */
export async function clearOwners(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
): Promise<void> {
  await database
    .updateTable('action_items')
    .set({ owner_user_id: null, owner_name: null })
    .where('owner_user_id', '=', userId)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .execute()
}

type ItemRow = Selectable<PhoneTables['action_items']>

function toItem(row: ItemRow): StoredItem {
  const { owner_user_id: userId, owner_name: name } = row
  return {
    id: row.id,
    callId: row.call_id,
    analysisId: row.analysis_id,
    text: row.text,
    owner: name === null ? null : { userId, name },
    dueOn: row.due_on,
    sources: row.sources,
    done: row.done_at && { at: row.done_at, byName: row.done_by_name },
    edited: row.edited_at && { at: row.edited_at, byName: row.edited_by_name },
  }
}
