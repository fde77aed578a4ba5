import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Saves that a call could not lose the number that it mentions, so that it is the last one in the next turn. */
export async function saveFailedMention(
  transaction: Database,
  erasureId: string,
  { callId, failedAt }: { readonly callId: string; readonly failedAt: Date },
): Promise<void> {
  await transaction
    .insertInto('erasure_mentions')
    .values({ erasure_id: erasureId, call_id: callId, failed_at: failedAt })
    .onConflict((conflict) =>
      conflict.columns(['erasure_id', 'call_id']).doUpdateSet({ failed_at: failedAt }),
    )
    .execute()
}

/** Deletes the calls that a complete erasure could not change in an earlier turn. */
export async function deleteMentions(transaction: Database, erasureId: string): Promise<void> {
  await transaction.deleteFrom('erasure_mentions').where('erasure_id', '=', erasureId).execute()
}
