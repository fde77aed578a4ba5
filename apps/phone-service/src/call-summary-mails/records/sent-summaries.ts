import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface SentSummary {
  readonly analysisId: string
  readonly workspaceId: string
  readonly userId: string
}

/** Returns when an analysis was sent to which members. */
export async function listSentTimes(
  database: Database,
  analysisId: string,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await database
    .selectFrom('call_summary_mails')
    .select(['user_id', 'sent_at'])
    .where('analysis_id', '=', analysisId)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.sent_at]))
}

/**
 * Stores that an analysis is sent to a member. Returns false when it was before, also by another node: until the
 * transaction of that ends, this waits.
 */
export async function insertSentSummary(
  transaction: Database,
  { analysisId, workspaceId, userId }: SentSummary,
  sentAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('call_summary_mails')
    .values({ analysis_id: analysisId, workspace_id: workspaceId, user_id: userId, sent_at: sentAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores that an analysis needs no further e-mail by itself: there may be no recipient. */
export async function insertHandledAnalysis(
  database: Database,
  { analysisId, workspaceId }: Omit<SentSummary, 'userId'>,
  at: Date,
): Promise<void> {
  await insertSentSummary(database, { analysisId, workspaceId, userId: workspaceId }, at)
}

/** Returns those of the analyses that need no further e-mail by themselves. */
export async function listHandledAnalyses(
  database: Database,
  workspaceId: string,
  analysisIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (analysisIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('call_summary_mails')
    .select('analysis_id')
    .where('user_id', '=', workspaceId)
    .where('analysis_id', 'in', analysisIds)
    .execute()
  return new Set(rows.map((row) => row.analysis_id))
}

/** Deletes that an analysis was sent to a member: its e-mail was not accepted. */
export async function deleteSentSummary(
  transaction: Database,
  { analysisId, userId }: Pick<SentSummary, 'analysisId' | 'userId'>,
): Promise<void> {
  await transaction
    .deleteFrom('call_summary_mails')
    .where('analysis_id', '=', analysisId)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes that analyses were sent to a deleted user. */
export async function deleteSentSummaries(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('call_summary_mails').where('user_id', '=', userId).execute()
}
