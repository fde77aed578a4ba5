import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

const maxDeleted = 1_000

/** Deletes e-mails that were created before a time, up to 1,000. */
export async function deleteMailsBefore(database: Database, before: Date): Promise<void> {
  await database
    .deleteFrom('workspace_mails')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('workspace_mails').select('id').where('created_at', '<', before).limit(maxDeleted),
    )
    .execute()
}

export async function deleteMailsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('workspace_mails').where('workspace_id', '=', workspaceId).execute()
}

/** Deletes the e-mails about calls, with those that wait. */
export async function deleteMailsOfCalls(database: Database, callIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('workspace_mails')
    .where(sql<boolean>`call_ids && ${callIds}::uuid[]`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the summaries of calls among the e-mails, with those that wait. */
export async function deleteSummariesOfCalls(database: Database, callIds: readonly string[]): Promise<void> {
  await database
    .deleteFrom('workspace_mails')
    .where('kind', '=', 'call-summary')
    .where(sql<boolean>`call_ids && ${callIds}::uuid[]`)
    .execute()
}

/** Deletes the summaries with an analysis of a call, and those that may have it because their analysis is unknown. */
export async function deleteSummariesOfAnalysis(
  database: Database,
  { callId, analysisId }: { readonly callId: string; readonly analysisId: string },
): Promise<void> {
  await database
    .deleteFrom('workspace_mails')
    .where('kind', '=', 'call-summary')
    .where(sql<boolean>`call_ids && ${[callId]}::uuid[]`)
    .where(({ eb, or }) => or([eb('analysis_id', '=', analysisId), eb('analysis_id', 'is', null)]))
    .execute()
}

/** Deletes the e-mails to a user: of one workspace, or of all. */
export async function deleteMailsOfUser(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
): Promise<void> {
  let deletion = database.deleteFrom('workspace_mails').where('user_id', '=', userId)
  if (workspaceId !== undefined) deletion = deletion.where('workspace_id', '=', workspaceId)
  await deletion.execute()
}
