import type { analysisPrompts } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AnalysisPromptVersionsTable } from '../../database/tables/analysis-prompt-tables.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
type VersionRow = Selectable<AnalysisPromptVersionsTable>

export interface StoredVersion {
  /** From 1, without gaps. */
  readonly number: number
  readonly text: string
  readonly outputFields: readonly analysisPrompts.OutputField[]
  readonly note: string
  readonly authorUserId: string
  readonly authorName: string | null
  readonly createdAt: Date
}

/** Lets the publications of a workspace wait for each other. */
export async function lockVersions(transaction: Database, workspaceId: string): Promise<void> {
  const lockName = `analysis prompt of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

export async function insertVersion(
  transaction: Database,
  workspaceId: string,
  version: StoredVersion,
): Promise<void> {
  await transaction
    .insertInto('analysis_prompt_versions')
    .values({
      workspace_id: workspaceId,
      number: version.number,
      text: version.text,
      output_fields: JSON.stringify(version.outputFields),
      note: version.note,
      author_user_id: version.authorUserId,
      author_name: version.authorName,
      created_at: version.createdAt,
    })
    .execute()
}

/** Returns the version with the highest number, or null. */
export async function findLatestVersion(
  database: Database,
  workspaceId: string,
): Promise<StoredVersion | null> {
  const [latest] = await listVersions(database, workspaceId, { before: null, limit: 1 })
  return latest ?? null
}

export async function findVersion(
  database: Database,
  workspaceId: string,
  number: number,
): Promise<StoredVersion | null> {
  const row = await database
    .selectFrom('analysis_prompt_versions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? toVersion(row) : null
}

/** Returns the versions with lower numbers than `before`, newest first. */
export async function listVersions(
  database: Database,
  workspaceId: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<StoredVersion[]> {
  const rows = await database
    .selectFrom('analysis_prompt_versions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== null, (query) => query.where('number', '<', before))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toVersion)
}

export async function deleteVersions(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('analysis_prompt_versions').where('workspace_id', '=', workspaceId).execute()
}

function toVersion(row: VersionRow): StoredVersion {
  return {
    number: row.number,
    text: row.text,
    outputFields: row.output_fields,
    note: row.note,
    authorUserId: row.author_user_id,
    authorName: row.author_name,
    createdAt: row.created_at,
  }
}
