import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { selectTrunkWorkspaces } from '../../trunks/records/index.ts'

type Database = Kysely<PhoneTables>

export interface AnsweredSlot {
  /** The browser leg that answers. */
  readonly slotId: string
  readonly workspaceId: string
  readonly userId: string
}

/** The slots of answered calls that are reserved. */
interface ReservedAnsweredSlots {
  /** Of all workspaces with a trunk, and of those without. */
  readonly withTrunk: number
  readonly withoutTrunk: number
  /** Of the workspace, and of the user. */
  readonly own: number
  readonly ofUser: number
  /** Whether the workspace has a trunk. */
  readonly hasTrunk: boolean
}

/**
 * Counts the slots of answered calls. Until the end of the transaction no other slot can be reserved. A slot counts while
 * its call is active, so that one that was not released prevents no answer: a node of an earlier version ends calls
 * without releasing them.
 */
export async function lockAnsweredSlots(
  transaction: Database,
  { workspaceId, userId }: Omit<AnsweredSlot, 'slotId'>,
): Promise<ReservedAnsweredSlots> {
  await sql`select pg_advisory_xact_lock(hashtextextended('answered calls', 0))`.execute(transaction)
  const workspacesWithTrunk = selectTrunkWorkspaces(transaction)
  const withTrunk = sql<boolean>`workspace_id in ${workspacesWithTrunk}`
  const count = (condition: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${condition}))::int`
  return await transaction
    .selectFrom('answered_slots')
    .select([
      count(withTrunk).as('withTrunk'),
      count(sql`not ${withTrunk}`).as('withoutTrunk'),
      count(sql`workspace_id = ${workspaceId}`).as('own'),
      count(sql`user_id = ${userId}`).as('ofUser'),
      sql<boolean>`${workspaceId} in ${workspacesWithTrunk}`.as('hasTrunk'),
    ])
    .where('slot_id', 'in', selectSlotsOfActiveCalls(transaction))
    .executeTakeFirstOrThrow()
}

/** Not a query of the call log, which depends on the charges, the prices and so on these records. */
function selectSlotsOfActiveCalls(database: Database) {
  return database
    .selectFrom('calls')
    .select(sql<string>`unnest(slot_ids)`.as('slot_id'))
    .where('phase', '!=', 'ended')
}

export async function insertAnsweredSlot(
  transaction: Database,
  { slotId, workspaceId, userId }: AnsweredSlot,
): Promise<void> {
  await transaction
    .insertInto('answered_slots')
    .values({ slot_id: slotId, workspace_id: workspaceId, user_id: userId })
    .execute()
}

/** Releases slots of answered calls. Other slots, and those that were already released, are ignored. */
export async function releaseAnsweredSlots(database: Database, slotIds: readonly string[]): Promise<void> {
  await database.deleteFrom('answered_slots').where('slot_id', 'in', slotIds).execute()
}

/** Deletes the slots of a deleted workspace. */
export async function deleteAnsweredSlots(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('answered_slots').where('workspace_id', '=', workspaceId).execute()
}
