import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface CallRefusal {
  readonly workspaceId: string
  /** Null for a redirection by a trunk. */
  readonly userId: string | null
  readonly at: Date
  readonly dialled: string
  /** The error code of the response. */
  readonly code: string
  /** The cap at that time; null when the rule has no numeric limit. */
  readonly cap: number | null
}

export interface StoredCallRefusal extends CallRefusal {
  readonly id: string
}

export async function insertRefusal(database: Database, refusal: CallRefusal): Promise<void> {
  await database
    .insertInto('call_refusals')
    .values({
      workspace_id: refusal.workspaceId,
      user_id: refusal.userId,
      at: refusal.at,
      dialled: refusal.dialled.slice(0, 200),
      code: refusal.code,
      cap: refusal.cap,
    })
    .execute()
}

/** Returns a page of refusals with ids below `before`, the latest first. */
export async function listRefusalPage(
  database: Database,
  workspaceId: string,
  page: { before: string | null; limit: number },
): Promise<StoredCallRefusal[]> {
  return await database
    .selectFrom('call_refusals')
    .select(['id', 'workspace_id as workspaceId', 'user_id as userId', 'at', 'dialled', 'code', 'cap'])
    .where('workspace_id', '=', workspaceId)
    .$if(page.before !== null, (query) => query.where('id', '<', page.before ?? '0'))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Deletes the rejected calls of a deleted workspace. */
export async function deleteRefusals(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('call_refusals').where('workspace_id', '=', workspaceId).execute()
}

/** Rows that are compared at a time. */
const batchSize = 1_000

type DialledTest = (dialled: string) => boolean

/** Deletes the rejected calls of a workspace to a number, in any of the forms in which it was dialled. Returns how many. */
export async function deleteRefusalsOfNumber(
  database: Database,
  workspaceId: string,
  isDialled: DialledTest,
): Promise<number> {
  const ids = await listRefusalsOfNumber(database, workspaceId, isDialled)
  if (ids.length === 0) return 0
  const { numDeletedRows } = await database
    .deleteFrom('call_refusals')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countRefusalsOfNumber(
  database: Database,
  workspaceId: string,
  isDialled: DialledTest,
): Promise<number> {
  return (await listRefusalsOfNumber(database, workspaceId, isDialled)).length
}

async function listRefusalsOfNumber(
  database: Database,
  workspaceId: string,
  isDialled: DialledTest,
): Promise<string[]> {
  const found: string[] = []
  let after: string | undefined = '0'
  while (after !== undefined) {
    const rows: { id: string; dialled: string }[] = await database
      .selectFrom('call_refusals')
      .select(['id', 'dialled'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    found.push(...rows.flatMap(({ id, dialled }) => (isDialled(dialled) ? [id] : [])))
    after = rows.length === batchSize ? rows.at(-1)?.id : undefined
  }
  return found
}
