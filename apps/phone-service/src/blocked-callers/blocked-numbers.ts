import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Empty for a number that the workspace blocks, the user's id for one that a member blocks. */
type StoredScope = string

export const workspaceScope: StoredScope = ''

export interface StoredBlockedNumber {
  readonly id: string
  readonly workspaceId: string
  readonly scope: StoredScope
  readonly number: string
  readonly blockedBy: string
  readonly blockedByName: string | null
  readonly createdAt: Date
}

/** Returns the numbers that a workspace and one of its members block, the latest first. */
export async function listBlocked(
  database: Database,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<StoredBlockedNumber[]> {
  const rows = await database
    .selectFrom('blocked_numbers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('scope', 'in', [workspaceScope, userId])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toBlockedNumber)
}

/** Returns whether a number is blocked in one of the scopes. */
export async function isBlockedIn(
  database: Database,
  { workspaceId, number, scopes }: { workspaceId: string; number: string; scopes: readonly StoredScope[] },
): Promise<boolean> {
  const row = await database
    .selectFrom('blocked_numbers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .where('scope', 'in', [...scopes])
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts the blocked numbers of a scope. Until the transaction ends, no other one that counts them can add to
 * them.
 */
export async function countBlocked(
  transaction: Database,
  { workspaceId, scope }: Pick<StoredBlockedNumber, 'workspaceId' | 'scope'>,
): Promise<number> {
  const lockName = `blocked numbers of ${workspaceId} ${scope}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { existing } = await transaction
    .selectFrom('blocked_numbers')
    .select(({ fn }) => fn.countAll<string>().as('existing'))
    .where('workspace_id', '=', workspaceId)
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow()
  return Number(existing)
}

/** Returns the entry of a number in a scope, or null. */
export async function findBlocked(
  database: Database,
  { workspaceId, scope, number }: Pick<StoredBlockedNumber, 'workspaceId' | 'scope' | 'number'>,
): Promise<StoredBlockedNumber | null> {
  const row = await database
    .selectFrom('blocked_numbers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .where('scope', '=', scope)
    .executeTakeFirst()
  return row ? toBlockedNumber(row) : null
}

export async function insertBlocked(database: Database, blocked: StoredBlockedNumber): Promise<void> {
  await database
    .insertInto('blocked_numbers')
    .values({
      id: blocked.id,
      workspace_id: blocked.workspaceId,
      scope: blocked.scope,
      number: blocked.number,
      blocked_by: blocked.blockedBy,
      blocked_by_name: blocked.blockedByName,
      created_at: blocked.createdAt,
    })
    .execute()
}

/** Deletes an entry of one of the scopes. Returns it, or null when it does not exist. */
export async function deleteBlocked(
  database: Database,
  { workspaceId, id, scopes }: { workspaceId: string; id: string; scopes: readonly StoredScope[] },
): Promise<StoredBlockedNumber | null> {
  const row = await database
    .deleteFrom('blocked_numbers')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('scope', 'in', [...scopes])
    .returningAll()
    .executeTakeFirst()
  return row ? toBlockedNumber(row) : null
}

type BlockedNumberRow = Selectable<PhoneTables['blocked_numbers']>

function toBlockedNumber(row: BlockedNumberRow): StoredBlockedNumber {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    scope: row.scope,
    number: row.number,
    blockedBy: row.blocked_by,
    blockedByName: row.blocked_by_name,
    createdAt: row.created_at,
  }
}

/** Deletes the numbers that a workspace and its members block. */
export async function deleteBlockedNumbers(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('blocked_numbers').where('workspace_id', '=', workspaceId).execute()
}

/** Deletes the numbers that a user has blocked for themselves up to `until`. Those of a workspace belong to it. */
export async function deleteBlockedNumbersOfUser(
  database: Database,
  userId: string,
  until: Date,
): Promise<void> {
  await database
    .deleteFrom('blocked_numbers')
    .where('scope', '=', userId)
    .where('created_at', '<=', until)
    .execute()
}

/** Counts the entries of a number, of a workspace and of its members. */
export async function countBlockings(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<number> {
  const { count } = await database
    .selectFrom('blocked_numbers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return Number(count)
}
