import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface WorkspaceNumber {
  readonly workspaceId: string
  readonly number: string
}

/** Counts the uploaded files of a workspace that are not imported yet. It is not known what they contain. */
export async function countDrafts(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('contact_imports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the files that were uploaded up to a time and are not imported yet. Returns how many. */
export async function deleteDrafts(transaction: Database, workspaceId: string, until: Date): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('contact_imports')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'draft')
    .where('created_at', '<=', until)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function hasRunningImport(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('contact_imports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the copies of contacts with a number that could undo an import. */
export async function countImportCopies(
  database: Database,
  { workspaceId, number }: WorkspaceNumber,
): Promise<number> {
  const { count } = await database
    .selectFrom('contact_import_changes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('import_id', 'in', selectImports(database, workspaceId))
    .where(hasNumber(number))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the copies of contacts that could undo an import, and what imports did to deleted contacts. Returns how many. */
export async function deleteImportCopies(
  transaction: Database,
  {
    workspaceId,
    number,
    contactIds,
  }: {
    readonly workspaceId: string
    /** Null: it was searched before, which reads all copies of the workspace. */
    readonly number: string | null
    readonly contactIds: readonly string[]
  },
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('contact_import_changes')
    .where('import_id', 'in', selectImports(transaction, workspaceId))
    .where(({ or }) =>
      or([
        ...(number === null ? [] : [hasNumber(number)]),
        sql<boolean>`contact_id = any(${contactIds}::uuid[])`,
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes the examples from the file of each import of which one has the digits of a number: the other ones are of the
 * same person.
 */
export async function deleteExamples(
  transaction: Database,
  workspaceId: string,
  digits: readonly string[],
): Promise<void> {
  const patterns = digits.map((each) => `%${each}%`)
  await transaction
    .updateTable('contact_imports')
    .set({
      columns: sql`(
        select coalesce(jsonb_agg(jsonb_set(each, '{sample}', '""') order by place), '[]')
        from jsonb_array_elements(columns) with ordinality as examples (each, place)
      )`,
    })
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`regexp_replace(jsonb_path_query_array(columns, '$[*].sample')::text, '[^0-9]', '', 'g')
        like any(${patterns}::text[])`,
    )
    .execute()
}

function selectImports(database: Database, workspaceId: string) {
  return database.selectFrom('contact_imports').select('id').where('workspace_id', '=', workspaceId)
}

const hasNumber = (number: string) =>
  sql<boolean>`fields_before -> 'phones' @> ${JSON.stringify([{ number }])}::jsonb`
