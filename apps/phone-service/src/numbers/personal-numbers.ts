import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

interface MembershipKey {
  readonly workspaceId: string
  readonly userId: string
}

/** Returns the personal number of a user in a workspace, or null. */
export async function findPersonalNumber(
  database: Database,
  { workspaceId, userId }: MembershipKey,
): Promise<string | null> {
  const row = await database
    .selectFrom('personal_numbers')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.number ?? null
}

/** Returns the owner of a personal number, or null. */
export async function findPersonalNumberOwner(
  database: Database,
  number: string,
): Promise<MembershipKey | null> {
  const row = await database
    .selectFrom('personal_numbers')
    .select(['workspace_id', 'user_id'])
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? { workspaceId: row.workspace_id, userId: row.user_id } : null
}

export async function countPersonalNumbers(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('personal_numbers')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Assigns a number to a user, unless it is taken or the user already has one. Returns whether it was
 * assigned.
 */
export async function insertPersonalNumber(
  database: Database,
  number: string,
  { workspaceId, userId }: MembershipKey,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('personal_numbers')
    .values({ number, workspace_id: workspaceId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
