import { PhoneError } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import { listActiveCallsOfSlots } from '../call-log/records/index.ts'
import { isPresent } from '../call-state/index.ts'
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
 * reached, or null. A slot counts while its call is active, and against its user while they take part in it, so that one
 * that was not released prevents no emergency call. Save the slot with its call in the same transaction, so that it is released with the others of the
 * call, also when another node ends it.
 */
export async function reserveEmergencySlot(
  transaction: Database,
  { slotId, workspaceId, userId }: EmergencySlot,
): Promise<PhoneError | null> {
  // Until the end of the transaction no other call of the workspace is counted.
  const lock = `emergency calls of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction)
  const slots = await listActiveSlots(transaction, workspaceId)
  if (slots.filter((slot) => slot.userId === userId && slot.isUserPresent).length >= maxOfUser)
    return new PhoneError('EMERGENCY_CALL_LIMIT_USER', { limit: maxOfUser })
  if (slots.length >= maxOfWorkspace)
    return new PhoneError('EMERGENCY_CALL_LIMIT_WORKSPACE', { limit: maxOfWorkspace })
  await transaction
    .insertInto('emergency_slots')
    .values({ slot_id: slotId, workspace_id: workspaceId, user_id: userId })
    .execute()
  return null
}

/** Returns the slots of a workspace whose calls are active, and whether their users take part in them. */
async function listActiveSlots(
  database: Database,
  workspaceId: string,
): Promise<{ readonly userId: string; readonly isUserPresent: boolean }[]> {
  const slots = await database
    .selectFrom('emergency_slots')
    .select(['slot_id', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const slotIds = slots.map(({ slot_id }) => slot_id)
  const calls = await listActiveCallsOfSlots(database, workspaceId, slotIds)
  return slots.flatMap(({ slot_id, user_id: userId }) => {
    const call = calls.find((one) => one.slotIds.includes(slot_id))
    if (!call) return []
    const isUserPresent = call.state.legs.some((leg) => leg.userId === userId && isPresent(leg))
    return [{ userId, isUserPresent }]
  })
}

/** Releases slots of emergency calls. Other slots, and those that were already released, are ignored. */
export async function releaseEmergencySlots(database: Database, slotIds: readonly string[]): Promise<void> {
  await database.deleteFrom('emergency_slots').where('slot_id', 'in', slotIds).execute()
}

/** Deletes the slots of a deleted workspace. */
export async function deleteEmergencySlots(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('emergency_slots').where('workspace_id', '=', workspaceId).execute()
}
