import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { type DialledKeys, listDialledLines, toDialledKeys } from '../numbering-plan/index.ts'
import { createTurns } from '../turns.ts'

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

/** Inserts a refusal. Without a home country, its keys are stored later. */
export async function insertRefusal(
  database: Database,
  refusal: CallRefusal,
  homeCountry: string | null,
): Promise<void> {
  const dialled = refusal.dialled.slice(0, 200)
  await database
    .insertInto('call_refusals')
    .values({
      workspace_id: refusal.workspaceId,
      user_id: refusal.userId,
      at: refusal.at,
      dialled,
      ...(homeCountry !== null && toDialledKeys(dialled, homeCountry)),
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

interface RefusedNumber {
  readonly workspaceId: string
  /** E.164. */
  readonly number: string
}

const isOfNumber = ({ number }: RefusedNumber) =>
  sql<boolean>`(number = ${number} or line = any(${listDialledLines(number)}::text[]))`

/** Deletes the rejected calls of a workspace to a number, in any of the forms in which it was dialled. Returns how many. */
export async function deleteRefusalsOfNumber(database: Database, refused: RefusedNumber): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('call_refusals')
    .where('workspace_id', '=', refused.workspaceId)
    .where(isOfNumber(refused))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Earlier rows that are compared until all are converted, which takes a moment after an upgrade. */
const maxEarlierRows = 5_000

/** Counts the rejected calls of a workspace to a number. Reads few of the rows that are not converted yet. */
export async function countRefusalsOfNumber(
  database: Database,
  refused: RefusedNumber & { readonly homeCountry: string },
): Promise<number> {
  const { workspaceId, number, homeCountry } = refused
  const { count } = await database
    .selectFrom('call_refusals')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(isOfNumber(refused))
    .executeTakeFirstOrThrow()
  const rows = await listEarlierRefusals(database, workspaceId, maxEarlierRows)
  const lines = listDialledLines(number)
  const takeTurn = createTurns()
  let found = 0
  for (const { dialled } of rows) {
    await takeTurn()
    const keys = toDialledKeys(dialled, homeCountry)
    if (keys.number === number || lines.includes(keys.line)) found += 1
  }
  return Number(count) + found
}

/** Returns rejected calls that are not converted yet, of one workspace or of all. */
export async function listEarlierRefusals(
  database: Database,
  workspaceId: string | null,
  max: number,
): Promise<{ readonly id: string; readonly workspaceId: string; readonly dialled: string }[]> {
  return await database
    .selectFrom('call_refusals')
    .select(['id', 'workspace_id as workspaceId', 'dialled'])
    .where('line', 'is', null)
    .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .orderBy('workspace_id')
    .orderBy('id')
    .limit(max)
    .execute()
}

/** Saves the keys of rejected calls. */
export async function saveRefusalKeys(
  database: Database,
  rows: readonly (DialledKeys & { readonly id: string })[],
): Promise<void> {
  const keys = sql<{ id: string; number: string | null; line: string }>`unnest(
    ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ number }) => number)}::text[],
    ${rows.map(({ line }) => line)}::text[])`
  await database
    .updateTable('call_refusals')
    .from(keys.as<'keys'>(sql`keys (id, number, line)`))
    .set(({ ref }) => ({ number: ref('keys.number'), line: ref('keys.line') }))
    .whereRef('call_refusals.id', '=', 'keys.id')
    .execute()
}

/** Deletes up to `max` rejected calls from before a time, the earliest first. Returns how many. */
export async function deleteRefusalsBefore(database: Database, before: Date, max: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('call_refusals')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('call_refusals').select('id').where('at', '<', before).orderBy('at').limit(max),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
