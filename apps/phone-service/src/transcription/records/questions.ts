import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

/** A question mark of a language, also before other marks or the end of a quotation. The one of Greek is a semicolon. */
const questionEnd = '[?？؟][]!！."”’»)[:space:]]*$'

/** Returns how many lines of each leg with a transcript end with a question mark. */
export async function countQuestions(
  database: Kysely<PhoneTables>,
  callId: string,
): Promise<{ legId: string; count: number }[]> {
  const rows = await database
    .selectFrom('transcript_lines')
    .select(['leg_id', sql<string>`count(*) filter (where text ~ ${questionEnd})`.as('count')])
    .where('call_id', '=', callId)
    .groupBy('leg_id')
    .orderBy('leg_id')
    .execute()
  return rows.map((row) => ({ legId: row.leg_id, count: Number(row.count) }))
}
