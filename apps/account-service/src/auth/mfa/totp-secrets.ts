import type { Database } from '../../platform/database/index.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Returns whether a user has a second factor. */
export async function hasTotp(database: Database, userId: string): Promise<boolean> {
  return (await selectTotp(database, userId).executeTakeFirst()) !== undefined
}

/** Query that returns a row if the user has a second factor. */
export function selectTotp(database: Database, userId: string) {
  return database.selectFrom('user_totp').select('user_id').where('user_id', '=', userId)
}

/** Returns the sealed TOTP secret of a user, or null. */
export async function findSealedSecret(database: Database, userId: string): Promise<string | null> {
  const row = await database
    .selectFrom('user_totp')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.sealed_secret ?? null
}

/** Finds when a second factor was set, and by which session, or null. */
export async function findTotpCreation(
  database: Database,
  userId: string,
): Promise<{ createdAt: Date; sessionId: string | null } | null> {
  const row = await database
    .selectFrom('user_totp')
    .select(['created_at as createdAt', 'set_by_session_id as sessionId'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

interface NewSecondFactor {
  readonly userId: string
  readonly sealedSecret: string
  readonly createdAt: Date
  /** The session that set it; null for a server. */
  readonly sessionId: string | null
}

/** Saves the second factor of a user. Deletes the recovery codes of an earlier one, which it replaces. */
export async function saveSealedSecret(
  database: Database,
  { userId, sealedSecret, createdAt, sessionId }: NewSecondFactor,
): Promise<void> {
  const changed = { sealed_secret: sealedSecret, created_at: createdAt, set_by_session_id: sessionId }
  await database
    .insertInto('user_totp')
    .values({ user_id: userId, ...changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .execute()
  await deleteRecoveryCodes(database, userId)
}

/** Deletes the second factor of a user with its recovery codes. */
export async function deleteSecondFactor(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('user_totp').where('user_id', '=', userId).execute()
  await deleteRecoveryCodes(database, userId)
}

/**
 * Marks a TOTP time step as used in one conditional update: neither it nor an earlier one is accepted again.
 * Returns whether it was unused.
 */
export async function markTotpStepUsed(database: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('user_totp')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
