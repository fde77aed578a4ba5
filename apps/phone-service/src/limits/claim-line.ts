import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { insertRefusal } from './call-refusals.ts'
import { findReachedCap, openLine } from './calling-limits.ts'

/** Who dials. `userId` is null for a redirection by a trunk. */
export interface Dialler {
  readonly workspaceId: string
  readonly userId: string | null
}

interface LineWanted {
  readonly lineId: string
  readonly dialled: string
  /** Writes, in the transaction that opens the line, which call is to close it again. */
  readonly keep: (transaction: Services['database']) => Promise<void>
}

/**
 * Opens a line to the telephone network within the caps of the workspace, for a call that is kept with it: a line that
 * no call knows of would count for ever.
 *
 * @throws {PhoneError} `CALL_LIMIT_PER_MINUTE`, `CALL_LIMIT_CONCURRENT`; the refusal is logged
 */
export async function claimLine(
  services: Pick<Services, 'database' | 'now'>,
  dialler: Dialler,
  { lineId, dialled, keep }: LineWanted,
): Promise<void> {
  const { database, now } = services
  const at = new Date(now())
  const isOpen = await database.transaction().execute(async (transaction) => {
    const hasOpened = await openLine(transaction, { workspaceId: dialler.workspaceId, lineId, now: at })
    if (hasOpened) await keep(transaction)
    return hasOpened
  })
  if (isOpen) return

  // A line may have become free between the two statements; the refusal stands, and the next try succeeds.
  const reached = await findReachedCap(database, dialler.workspaceId, at)
  const refusal =
    reached?.cap === 'concurrent'
      ? new PhoneError('CALL_LIMIT_CONCURRENT', { limit: reached.limit })
      : new PhoneError('CALL_LIMIT_PER_MINUTE', {
          limit: reached?.limit ?? 0,
          retryAfterSeconds: Math.max(1, Math.ceil((reached?.freeAgainInMs ?? 0) / 1000)),
        })
  await logRefusal(services, dialler, dialled, refusal)
  throw refusal
}

/** Keeps that a call was refused, by whom it was dialled and which rule or cap said no. */
export async function logRefusal(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { workspaceId, userId }: Dialler,
  dialled: string,
  refusal: { readonly code: string; readonly details?: unknown },
): Promise<void> {
  const cap = (refusal.details as { limit?: number } | undefined)?.limit ?? null
  await insertRefusal(database, {
    workspaceId,
    userId,
    at: new Date(now()),
    dialled,
    code: refusal.code,
    cap,
  })
}
