import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isMissed } from './call-conditions.ts'
import { columns, type StoredCall, toStoredCall } from './stored-call.ts'

/** Returns the missed calls of all workspaces that ended after `after`, the latest first. */
export async function listRecentMissedCalls(
  database: Kysely<PhoneTables>,
  after: Date,
  max: number,
): Promise<StoredCall[]> {
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where(isMissed)
    .where('ended_at', '>', after)
    .orderBy('ended_at', 'desc')
    .limit(max)
    .execute()
  return rows.map(toStoredCall)
}
