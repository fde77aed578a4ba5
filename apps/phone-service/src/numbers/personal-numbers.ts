import { type Kysely, sql } from 'kysely'
import { toSortKey } from '../database/search-text.ts'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

interface MembershipKey {
  readonly workspaceId: string
  readonly userId: string
}

/** At least one key: without any, the numbers of all users would be released. */
type NumbersToRelease =
  | (Pick<MembershipKey, 'userId'> & Partial<MembershipKey>)
  | (Pick<MembershipKey, 'workspaceId'> & Partial<MembershipKey>)

/** Returns the personal number of a user in a workspace and the name stored with it, or null. */
export async function findPersonalNumber(
  database: Database,
  { workspaceId, userId }: MembershipKey,
): Promise<{ number: string; userName: string | null } | null> {
  const row = await database
    .selectFrom('personal_numbers')
    .select(['number', 'user_name'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { number: row.number, userName: row.user_name } : null
}

/** Stores the name of the owner of a personal number, which the other members of the workspace see. */
export async function saveNameOfNumber(
  database: Database,
  number: string,
  userName: string | null,
): Promise<void> {
  await database
    .updateTable('personal_numbers')
    .set({ user_name: userName })
    .where('number', '=', number)
    .execute()
}

/** Returns the names of the members of a workspace by their personal number. */
export async function listMemberNames(
  database: Database,
  workspaceId: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await database
    .selectFrom('personal_numbers')
    .select(['number', 'user_name'])
    .where('workspace_id', '=', workspaceId)
    .where('number', 'in', [...new Set(numbers)])
    .execute()
  return new Map(rows.flatMap(({ number, user_name }) => (user_name ? [[number, user_name]] : [])))
}

/** Returns the personal numbers of a workspace by user. */
export async function listPersonalNumbers(
  database: Database,
  workspaceId: string,
): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom('personal_numbers')
    .select(['user_id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Map(rows.map(({ user_id, number }) => [user_id, number]))
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

/** Returns the personal numbers of the members of a workspace whose names match a search. */
export async function listMemberNumbersBySearch(
  database: Database,
  workspaceId: string,
  search: string,
): Promise<string[]> {
  const words = toSortKey(search).split(' ')
  if (words[0] === '') return []
  const rows = await database
    .selectFrom('personal_numbers')
    .select(['number', 'user_name'])
    .where('workspace_id', '=', workspaceId)
    .where('user_name', 'is not', null)
    .execute()
  const matches = (name: string) => words.every((word) => name.includes(word))
  return rows.filter((row) => matches(toSortKey(row.user_name ?? ''))).map(({ number }) => number)
}

/** Returns how many numbers of the simulated network have been assigned to users, released ones included. */
export async function countAssignedNumbers(database: Database): Promise<number> {
  const { personal, released } = await database
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('personal_numbers')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('personal'),
      selectFrom('released_numbers')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('released'),
    ])
    .executeTakeFirstOrThrow()
  return Number(personal) + Number(released)
}

/**
 * Returns how many numbers a user has in all workspaces. Until the end of the transaction no other one assigns
 * the user a number.
 */
export async function lockAndCountPersonalNumbers(transaction: Database, userId: string): Promise<number> {
  const lockName = `personal numbers of ${userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { count } = await transaction
    .selectFrom('personal_numbers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the workspaces in which a user has a number. */
export async function listWorkspacesOfUser(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('personal_numbers')
    .select('workspace_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/**
 * Releases the personal numbers of a user, of a workspace, or of a user in a workspace, so that they can be assigned
 * again.
 */
export async function releasePersonalNumbers(
  database: Database,
  { workspaceId, userId }: NumbersToRelease,
  now: Date,
): Promise<void> {
  await database
    .with('released', (query) =>
      query
        .deleteFrom('personal_numbers')
        .where(({ and }) =>
          and({
            ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }),
            ...(userId === undefined ? {} : { user_id: userId }),
          }),
        )
        .returning('number'),
    )
    .insertInto('released_numbers')
    .columns(['number', 'released_at'])
    .expression((query) => query.selectFrom('released').select(['number', ({ val }) => val(now).as('at')]))
    .execute()
}

/** Takes the number that was released first out of the released ones. Returns null when there is none. */
export async function takeReleasedNumber(transaction: Database): Promise<string | null> {
  const row = await transaction
    .deleteFrom('released_numbers')
    .where('number', '=', (query) =>
      query
        .selectFrom('released_numbers')
        .select('number')
        .orderBy('released_at')
        .orderBy('number')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('number')
    .executeTakeFirst()
  return row?.number ?? null
}

/**
 * Assigns a number to a user, unless it is taken or the user already has one. Returns whether it was
 * assigned.
 */
export async function insertPersonalNumber(
  database: Database,
  number: string,
  { workspaceId, userId, displayName }: MembershipKey & { readonly displayName: string | null },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('personal_numbers')
    .values({ number, workspace_id: workspaceId, user_id: userId, user_name: displayName, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
