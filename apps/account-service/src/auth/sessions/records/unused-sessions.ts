import { expressionBuilder } from 'kysely'
import type { AccountTables, Database } from '../../../platform/database/index.ts'

/** SQL expression that is true if a user has this number of sessions, also ended ones, or more. */
export function hasSessions(userId: string, count: number) {
  const { exists, selectFrom } = expressionBuilder<AccountTables>()
  return exists(
    selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .offset(count - 1)
      .limit(1),
  )
}

/** Deletes the sessions of a user beyond a number, those that have not been used for the longest time. Returns their ids. */
export async function deleteUnusedSessions(
  database: Database,
  userId: string,
  retained: number,
): Promise<string[]> {
  const unused = database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .offset(retained)
  const rows = await database
    .with('excess', (query) =>
      // One that another transaction deletes: waiting for it could end in a deadlock.
      query.selectFrom('sessions').select('id').where('id', 'in', unused).forUpdate().skipLocked(),
    )
    .deleteFrom('sessions')
    .where('id', 'in', (select) => select.selectFrom('excess').select('id'))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
