import type { analysisPrompts } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { AnalysisPromptDraftsTable } from '../../database/tables/analysis-prompt-tables.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
type DraftRow = Selectable<AnalysisPromptDraftsTable>

export interface StoredDraft {
  readonly text: string
  readonly outputFields: readonly analysisPrompts.OutputField[]
  /** From 1. */
  readonly revision: number
  readonly editedAt: Date
  readonly editedByUserId: string
  readonly editedByName: string | null
}

/** Returns the draft of a workspace; null before its first change. */
export async function findDraft(database: Database, workspaceId: string): Promise<StoredDraft | null> {
  const row = await database
    .selectFrom('analysis_prompt_drafts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? toDraft(row) : null
}

/** Replaces the draft of a workspace if it has the revision before this one. Returns whether it had. */
export async function saveDraft(
  transaction: Database,
  workspaceId: string,
  draft: StoredDraft,
): Promise<boolean> {
  const values = {
    text: draft.text,
    output_fields: JSON.stringify(draft.outputFields),
    revision: draft.revision,
    edited_at: draft.editedAt,
    edited_by_user_id: draft.editedByUserId,
    edited_by_name: draft.editedByName,
  }
  const result =
    draft.revision === 1
      ? await transaction
          .insertInto('analysis_prompt_drafts')
          .values({ workspace_id: workspaceId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await transaction
          .updateTable('analysis_prompt_drafts')
          .set(values)
          .where('workspace_id', '=', workspaceId)
          .where('revision', '=', draft.revision - 1)
          .executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows) === 1n
}

export async function deleteDraft(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('analysis_prompt_drafts').where('workspace_id', '=', workspaceId).execute()
}

function toDraft(row: DraftRow): StoredDraft {
  return {
    text: row.text,
    outputFields: row.output_fields,
    revision: row.revision,
    editedAt: row.edited_at,
    editedByUserId: row.edited_by_user_id,
    editedByName: row.edited_by_name,
  }
}
