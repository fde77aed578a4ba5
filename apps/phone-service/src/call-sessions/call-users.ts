import { PhoneError } from '@parley/contract/phone'
import { ringsForUser, type StoredCall } from '../call-log/index.ts'
import { type CallLeg, findForwardedUser, hasEmergencyService } from '../call-state/index.ts'
import { removeLeg } from './legs/remove-leg.ts'
import type { CallParts } from './parts/call-parts.ts'
import { endForwarding } from './routing-steps/run-steps.ts'

/** A user who takes part in a call in a browser, or to whose number it is forwarded. */
export interface CallUser {
  readonly legId: string
  readonly userId: string
  /** The session in which the user is signed in in the browser; null for a number, which needs none. */
  readonly sessionId: string | null
  readonly workspaceId: string
}

export function listCallUsers({ record, signedInSessions }: CallParts): CallUser[] {
  const { workspaceId } = record.stored
  const inBrowsers = record.state.legs.flatMap(({ id: legId, userId, state }) => {
    const sessionId = signedInSessions.get(legId)
    if (userId === null || sessionId === undefined || state === 'left') return []
    return [{ legId, userId, sessionId, workspaceId }]
  })
  const forwarded = findForwardedUser(record.state)
  return forwarded ? [...inBrowsers, { ...forwarded, sessionId: null, workspaceId }] : inBrowsers
}

/**
 * Removes the leg of a user, in the queue of the session. No-op when it has left or is being removed, or when
 * the user has signed in again since, and while an emergency service takes part in the call: an administrator could cut off
 * a user who needs help. When the leg is that of a number which has not answered, the next step of the
 * routing follows.
 */
export async function removeCallUser(
  parts: CallParts,
  { legId, sessionId, userId }: CallUser,
): Promise<void> {
  const { deps, record, removals, queue } = parts
  const removal = `${legId} ${sessionId}`
  if (removals.has(removal)) return
  removals.add(removal)
  try {
    await queue.run(async () => {
      const isSame = listCallUsers(parts).some((user) => user.legId === legId && user.sessionId === sessionId)
      if (!isSame || hasEmergencyService(record.state)) return
      if (sessionId === null) await endForwarding(parts, legId)
      else await removeLeg(parts, legId, 'removed')
      deps.log.info('call.user_removed', { callId: record.id, userId })
    })
  } finally {
    removals.delete(removal)
  }
}

/** Returns whether a user takes part in the call, or the call rings for them. */
export function includesUser(
  { record, ringing }: CallParts,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): boolean {
  if (record.stored.workspaceId !== workspaceId || record.hasEnded) return false
  return takesPart(record.stored, userId) || ringing.isAddressedTo(record.stored, userId)
}

/**
 * Returns whether a user takes part in an active call of another node, or the call rings for them as far as it
 * is stored: without those who have declined it.
 */
export function includesUserAsStored(call: StoredCall, userId: string): boolean {
  const { direction, answeredAt } = call.state
  const isRinging = direction === 'incoming' && answeredAt === null
  const { transfer, parked } = call.state
  const returnsTo =
    transfer?.stage === 'returning' ? transfer.userId : parked?.returnedAt != null ? parked.userId : null
  return takesPart(call, userId) || returnsTo === userId || (isRinging && ringsForUser(call, userId))
}

function takesPart({ state }: StoredCall, userId: string): boolean {
  return state.legs.some((leg) => leg.userId === userId && leg.state !== 'left')
}

/**
 * Returns the leg of a user who takes part in the call.
 *
 * @throws {PhoneError} `NOT_IN_CALL`
 */
export function requireOwnLeg({ record }: CallParts, { userId }: { readonly userId: string }): CallLeg {
  const leg = record.state.legs.find((one) => one.userId === userId && one.state !== 'left')
  if (!leg) throw new PhoneError('NOT_IN_CALL')
  return leg
}
