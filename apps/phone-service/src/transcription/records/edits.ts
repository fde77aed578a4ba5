import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The edit of a line by a user. */
export interface StoredEdit {
  readonly at: Date
  readonly userId: string
  readonly userName: string | null
  readonly previousText: string
}

/** Inserts an edit of a line that is locked, unless it has `max` of them. Returns whether it was inserted. */
export async function insertEdit(
  transaction: Database,
  lineId: string,
  { at, userId, userName, previousText }: StoredEdit,
  max: number,
): Promise<boolean> {
  const { count } = await transaction
    .selectFrom('transcript_edits')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('line_id', '=', lineId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= max) return false
  await transaction
    .insertInto('transcript_edits')
    .values({
      line_id: lineId,
      number: Number(count) + 1,
      at,
      user_id: userId,
      user_name: userName,
      previous_text: previousText,
    })
    .execute()
  return true
}

/** Returns the edits of a line of a call, the latest first; null when there is no such line. */
export async function listEdits(
  database: Database,
  callId: string,
  lineId: string,
): Promise<StoredEdit[] | null> {
  const line = await database
    .selectFrom('transcript_lines')
    .select('id')
    .where('id', '=', lineId)
    .where('call_id', '=', callId)
    .executeTakeFirst()
  if (!line) return null
  const rows = await database
    .selectFrom('transcript_edits')
    .select(['at', 'user_id', 'user_name', 'previous_text'])
    .where('line_id', '=', lineId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({
    at: row.at,
    userId: row.user_id,
    userName: row.user_name,
    previousText: row.previous_text,
  }))
}
