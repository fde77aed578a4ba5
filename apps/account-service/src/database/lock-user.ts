import type { Database } from './tables.ts'

/**
 * Has other changes of a user and of their addresses wait until the caller's transaction ends. The database locks the user
 * too when an address changes; whoever locked the address first would wait for each other in a circle.
 */
export async function lockUser(transaction: Database, id: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
