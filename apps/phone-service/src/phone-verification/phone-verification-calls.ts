import { PhoneError, phoneVerifications } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

const windowMs = 10 * 60_000

/**
 * Counts a call to a number, of all workspaces: each could otherwise call a stranger, and all of them together
 * without end.
 *
 * @throws {PhoneError} `VERIFICATION_CALL_LIMIT`
 */
export async function countRecentCall(
  transaction: Kysely<PhoneTables>,
  number: string,
  now: Date,
): Promise<void> {
  // Concurrent requests for the same number wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone verification of ${number}`}, 0))`.execute(
    transaction,
  )
  const since = new Date(now.getTime() - windowMs)
  // Rows that another transaction deletes are skipped, so that the transactions do not wait for each other.
  const rowId = sql.ref<string>('ctid')
  await transaction
    .deleteFrom('phone_verification_calls')
    .where(rowId, 'in', ({ selectFrom }) =>
      selectFrom('phone_verification_calls')
        .select(rowId.as('row_id'))
        .where('called_at', '<=', since)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
  const recent = await transaction
    .selectFrom('phone_verification_calls')
    .select('called_at')
    .where('number', '=', number)
    .where('called_at', '>', since)
    .orderBy('called_at')
    .execute()
  const [earliest] = recent
  if (earliest && recent.length >= phoneVerifications.maxVerificationCalls) {
    const waitMs = earliest.called_at.getTime() + windowMs - now.getTime()
    throw new PhoneError('VERIFICATION_CALL_LIMIT', {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    })
  }
  await transaction.insertInto('phone_verification_calls').values({ number, called_at: now }).execute()
}
