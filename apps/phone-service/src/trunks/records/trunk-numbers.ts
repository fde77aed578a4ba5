import { compareText } from '@parley/primitives'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface TrunkNumber {
  readonly number: string
  readonly trunkId: string
  readonly trunkName: string
}

/**
 * Returns the numbers of the trunks of a workspace, the oldest trunk first, in the order in which they were
 * entered.
 */
export async function listTrunkNumbers(database: Database, workspaceId: string): Promise<TrunkNumber[]> {
  return await database
    .selectFrom('trunk_numbers')
    .innerJoin('trunks', 'trunks.id', 'trunk_numbers.trunk_id')
    .select(['trunk_numbers.number', 'trunks.id as trunkId', 'trunks.name as trunkName'])
    .where('trunk_numbers.workspace_id', '=', workspaceId)
    .orderBy('trunks.created_at')
    .orderBy('trunks.id')
    .orderBy('trunk_numbers.position')
    .execute()
}

/**
 * Replaces the numbers of a trunk. Returns a number that another trunk of the workspace has, or null. When a
 * number is taken, the caller must roll back.
 */
export async function claimTrunkNumbers(
  database: Database,
  { workspaceId, trunkId }: { workspaceId: string; trunkId: string },
  numbers: readonly string[],
): Promise<string | null> {
  await database.deleteFrom('trunk_numbers').where('trunk_id', '=', trunkId).execute()
  if (numbers.length === 0) return null
  const rows = numbers
    .map((number, position) => ({ workspace_id: workspaceId, number, trunk_id: trunkId, position }))
    // Sorted, so that concurrent claims lock rows in the same order and cannot deadlock.
    .toSorted((a, b) => compareText(a.number, b.number))
  const claimed = await database
    .insertInto('trunk_numbers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'number']).doNothing())
    .returning('number')
    .execute()
  const given = new Set(claimed.map(({ number }) => number))
  return numbers.find((number) => !given.has(number)) ?? null
}
