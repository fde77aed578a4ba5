import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface TrunkNumber {
  readonly number: string
  readonly trunkId: string
  readonly trunkName: string
}

/** The numbers that the trunks of a workspace bring: those of the oldest trunk first, as they were entered. */
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

/** Gives a trunk its numbers. Answers one that another trunk of the workspace has; then nothing may be kept. */
export async function claimTrunkNumbers(
  database: Database,
  { workspaceId, trunkId }: { workspaceId: string; trunkId: string },
  numbers: readonly string[],
): Promise<string | null> {
  await database.deleteFrom('trunk_numbers').where('trunk_id', '=', trunkId).execute()
  if (numbers.length === 0) return null
  const rows = numbers
    .map((number, position) => ({ workspace_id: workspaceId, number, trunk_id: trunkId, position }))
    // Always in the same order, so that two parallel claims wait for each other rather than for ever.
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
  const claimed = await database
    .insertInto('trunk_numbers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'number']).doNothing())
    .returning('number')
    .execute()
  const given = new Set(claimed.map(({ number }) => number))
  return numbers.find((number) => !given.has(number)) ?? null
}
