import { PhoneError } from '@parley/contract/phone'
import { sql } from 'kysely'
import type { PhoneSettings, Services } from '../services.ts'
import { isSlotFree } from './calling-limits.ts'
import { type AnsweredSlot, insertAnsweredSlot, lockAnsweredSlots } from './records/index.ts'

/** How long an answer waits for those of others. */
const maxWaitMs = 2_000
/** A user talks in one call. More than the callers whom a receptionist has on hold. */
const maxOfUser = 10

interface SlotRequest extends AnsweredSlot {
  /**
   * Saves the slot id with its call, in the transaction that reserves the slot, so that the call releases it, also when
   * another node ends it.
   */
  readonly save: (transaction: Services['database']) => Promise<void>
}

/**
 * Reserves a slot for a browser that answers an incoming call or picks up a parked one, because it occupies a port for
 * audio as long as the far end likes. Workspaces share these slots by the rule of outgoing calls. They are counted apart,
 * so that incoming calls prevent no outgoing ones.
 *
 * @throws {PhoneError} `ANSWERED_CALL_LIMIT_USER`, `ANSWERED_CALL_LIMIT_INSTALLATION`
 */
export async function reserveAnsweredSlot(
  {
    database,
    settings,
  }: Pick<Services, 'database'> & { readonly settings: Pick<PhoneSettings, 'maxConcurrentCalls'> },
  { save, ...slot }: SlotRequest,
): Promise<void> {
  const max = settings.maxConcurrentCalls
  await database.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${String(maxWaitMs)}, true)`.execute(transaction)
    // Before the lock of all answers: while another transaction changes this call, other calls can be answered.
    await save(transaction)
    const { ofUser, ...reserved } = await lockAnsweredSlots(transaction, slot)
    if (ofUser >= maxOfUser) throw new PhoneError('ANSWERED_CALL_LIMIT_USER', { limit: maxOfUser })
    if (!isSlotFree({ ...reserved, max })) throw new PhoneError('ANSWERED_CALL_LIMIT_INSTALLATION')
    await insertAnsweredSlot(transaction, slot)
  })
}
