import { PhoneError } from '@parley/contract/phone'
import { createServiceContext } from '../service-context/index.ts'
import type { PhoneSettings, Services } from '../services.ts'
import { insertRefusal } from './call-refusals.ts'
import { findReachedCap, lockFreeSlot, reserveSlot } from './calling-limits.ts'

/** The workspace and user that place a call. `userId` is null for a redirection by a trunk. */
export interface CallInitiator {
  readonly workspaceId: string
  readonly userId: string | null
}

interface SlotRequest {
  readonly slotId: string
  readonly dialled: string
  /**
   * Saves the slot id with its call, in the transaction that reserves the slot, so that the call releases it.
   */
  readonly save: (transaction: Services['database']) => Promise<void>
}

/**
 * Reserves a call slot within the caps of the workspace. The slot is saved with its call in one transaction,
 * because a slot that no call references would never be released.
 *
 * @throws {PhoneError} `CALL_LIMIT_PER_MINUTE`, `CALL_LIMIT_CONCURRENT`, `CALL_LIMIT_INSTALLATION`; the
 * refusal is recorded
 */
export async function reserveCallSlot(
  services: Pick<Services, 'database' | 'projectId' | 'now'> & {
    readonly settings: Pick<PhoneSettings, 'maxConcurrentCalls'>
  },
  initiator: CallInitiator,
  { slotId, dialled, save }: SlotRequest,
): Promise<void> {
  const { database, now, settings } = services
  const at = now()
  const isReserved = await database.transaction().execute(async (transaction) => {
    const { workspaceId } = initiator
    if (!(await lockFreeSlot(transaction, { workspaceId, max: settings.maxConcurrentCalls }))) return null
    const hasReserved = await reserveSlot(transaction, { workspaceId, slotId, now: at })
    if (hasReserved) await save(transaction)
    return hasReserved
  })
  if (isReserved) return
  if (isReserved === null) {
    const refusal = new PhoneError('CALL_LIMIT_INSTALLATION')
    await recordRefusal(services, initiator, dialled, refusal)
    throw refusal
  }

  // A slot may have been released since the first statement. The call is still rejected; the next attempt
  // succeeds.
  const reached = await findReachedCap(database, initiator.workspaceId, at)
  const refusal =
    reached?.cap === 'concurrent'
      ? new PhoneError('CALL_LIMIT_CONCURRENT', { limit: reached.limit })
      : new PhoneError('CALL_LIMIT_PER_MINUTE', {
          limit: reached?.limit ?? 0,
          retryAfterSeconds: Math.max(1, Math.ceil((reached?.freeAgainInMs ?? 0) / 1000)),
        })
  await recordRefusal(services, initiator, dialled, refusal)
  throw refusal
}

/** Records the refusal of a call, with its user and the rule or cap that caused it, and audits it. */
export async function recordRefusal(
  services: Pick<Services, 'database' | 'projectId' | 'now'>,
  { workspaceId, userId }: CallInitiator,
  dialled: string,
  refusal: { readonly code: string; readonly details?: unknown },
): Promise<void> {
  const cap = (refusal.details as { limit?: number } | undefined)?.limit ?? null
  const { code } = refusal
  await createServiceContext(services, { workspaceId, userId }).transaction(async (transaction) => {
    await insertRefusal(transaction, { workspaceId, userId, at: services.now(), dialled, code, cap })
    await transaction.audit(
      'call.refused',
      { type: 'workspace', id: workspaceId },
      { reason: code, limit: cap, dialled: dialled.slice(0, 200) },
      'denied',
    )
  })
}
