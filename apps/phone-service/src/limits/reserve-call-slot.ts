import { PhoneError } from '@parley/contract/phone'
import { sql } from 'kysely'
import type { PhoneSettings, Services } from '../services.ts'
import { findReachedCap, lockFreeSlot, reserveSlot } from './calling-limits.ts'
import { type CallInitiator, type RecordingServices, recordRefusal } from './record-refusal.ts'
import { type ChargedLeg, reserveTime } from './reserve-time.ts'

/** How long a call waits for the calls of others, and at most how long they wait for what this one does with its slot. */
const maxWaitMs = 2_000

interface SlotRequest {
  readonly slotId: string
  readonly dialled: string
  /** Null for a call within the simulated network, which is free. */
  readonly charged: ChargedLeg | null
  /**
   * Saves the slot id with its call, in the transaction that reserves the slot, so that the call releases it.
   */
  readonly save: (transaction: Services['database']) => Promise<void>
}

type ReservingServices = RecordingServices & {
  readonly settings: Pick<PhoneSettings, 'maxConcurrentCalls' | 'reservationSeconds'>
}

/**
 * Reserves a call slot within the caps of the workspace, and the first part of the call within its limits per
 * day. The slot is saved with its call in one transaction,
 * because a slot that no call references would never be released.
 *
 * @throws {PhoneError} `CALL_LIMIT_PER_MINUTE`, `CALL_LIMIT_CONCURRENT`, `CALL_LIMIT_INSTALLATION`,
 * `CALL_LIMIT_MINUTES_PER_DAY`, `CALL_LIMIT_SPEND_PER_DAY`, `NO_PRICE`; the refusal is recorded
 */
export async function reserveCallSlot(
  services: ReservingServices,
  initiator: CallInitiator,
  request: SlotRequest,
): Promise<void> {
  const { database } = services
  const attempt = await database
    .transaction()
    .execute((transaction) => reserve(services, transaction, initiator, request))
    .catch((error) => {
      // Thrown so that the transaction is rolled back.
      if (error instanceof DailyLimitReached) return error.refusal
      throw error
    })
  if (attempt === 'reserved') return
  const refusal = attempt === 'cap' ? await explainCap(services, initiator.workspaceId) : attempt
  await recordRefusal(services, initiator, request.dialled, refusal)
  throw refusal
}

class DailyLimitReached extends Error {
  readonly refusal: PhoneError

  constructor(refusal: PhoneError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

async function reserve(
  services: ReservingServices,
  transaction: Services['database'],
  { workspaceId, userId }: CallInitiator,
  { slotId, charged, save }: SlotRequest,
): Promise<'reserved' | 'cap' | PhoneError> {
  const max = services.settings.maxConcurrentCalls
  await sql`select set_config('lock_timeout', ${String(maxWaitMs)}, true)`.execute(transaction)
  if (!(await lockFreeSlot(transaction, { workspaceId, max })))
    return new PhoneError('CALL_LIMIT_INSTALLATION')
  if (!(await reserveSlot(transaction, { workspaceId, slotId, now: services.now() }))) return 'cap'
  await save(transaction)
  if (charged) {
    const leg = { ...charged, legId: slotId, workspaceId, userId }
    const refusal = await reserveTime(services, transaction, leg)
    if (refusal) throw new DailyLimitReached(refusal)
  }
  return 'reserved'
}

/** Returns the error of the cap that is reached. */
async function explainCap({ database, now }: ReservingServices, workspaceId: string): Promise<PhoneError> {
  // A slot may have been released since the first statement. The call is still rejected; the next attempt
  // succeeds.
  const reached = await findReachedCap(database, workspaceId, now())
  return reached?.cap === 'concurrent'
    ? new PhoneError('CALL_LIMIT_CONCURRENT', { limit: reached.limit })
    : new PhoneError('CALL_LIMIT_PER_MINUTE', {
        limit: reached?.limit ?? 0,
        retryAfterSeconds: Math.max(1, Math.ceil((reached?.freeAgainInMs ?? 0) / 1000)),
      })
}
