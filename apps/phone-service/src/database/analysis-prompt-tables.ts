import type { analysisPrompts } from '@parley/contract/phone'
import type { ColumnType } from 'kysely'

type OutputFields = ColumnType<readonly analysisPrompts.OutputField[], string, string>

export interface AnalysisPromptDraftsTable {
  workspace_id: string
  text: string
  output_fields: OutputFields
  revision: number
  edited_at: Date
  edited_by_user_id: string
  edited_by_name: string | null
}

export interface AnalysisPromptVersionsTable {
  workspace_id: string
  /** From 1, without gaps. */
  number: number
  text: string
  output_fields: OutputFields
  note: string
  author_user_id: string
  author_name: string | null
  created_at: Date
}
