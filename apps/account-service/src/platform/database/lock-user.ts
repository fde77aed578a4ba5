import type { Database } from './tables.ts'

/**
 * Locks a user row until the transaction ends. Lock order user → contact channel avoids a deadlock: a trigger also
 * locks the user when a channel changes.
 */
export async function lockUser(transaction: Database, id: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
