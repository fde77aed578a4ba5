import { PhoneError } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The message of `EMERGENCY_CALL_LIMIT_USER` names this number. */
const maxOfUser = 2
/** More than any workspace needs, and few enough to leave the installation to others. */
const maxOfWorkspace = 20

interface EmergencySlot {
  readonly slotId: string
  readonly workspaceId: string
  readonly userId: string
}

/**
 * Reserves the slot of an emergency call, to which no other limit applies. Returns the error of the limit that is
 * reached, or null. Save the slot with its call in the same transaction, so that it is released with the others of the
 * call, also when another node ends it.
 */
export async function reserveEmergencySlot(
  transaction: Database,
  { slotId, workspaceId, userId }: EmergencySlot,
): Promise<PhoneError | null> {
  // Until the end of the transaction no other call of the workspace is counted.
  const lock = `emergency calls of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction)
  const used = await transaction
    .selectFrom('emergency_slots')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  if (used.filter((slot) => slot.user_id === userId).length >= maxOfUser)
    return new PhoneError('EMERGENCY_CALL_LIMIT_USER', { limit: maxOfUser })
  if (used.length >= maxOfWorkspace)
    return new PhoneError('EMERGENCY_CALL_LIMIT_WORKSPACE', { limit: maxOfWorkspace })
  await transaction
    .insertInto('emergency_slots')
    .values({ slot_id: slotId, workspace_id: workspaceId, user_id: userId })
    .execute()
  return null
}

/** Releases slots of emergency calls. Other slots, and those that were already released, are ignored. */
export async function releaseEmergencySlots(database: Database, slotIds: readonly string[]): Promise<void> {
  await database.deleteFrom('emergency_slots').where('slot_id', 'in', slotIds).execute()
}

/** Deletes the slots of a deleted workspace. */
export async function deleteEmergencySlots(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('emergency_slots').where('workspace_id', '=', workspaceId).execute()
}
