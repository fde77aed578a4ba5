import type { EngineEvent } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { type CallLeg, isPresent, isSystemCall, isTransferring } from '../../call-state/index.ts'
import { mergeInto, requireMergeable, runInBothQueues } from '../merging/merge-calls.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { releaseLeg } from '../parts/release-leg.ts'
import { isEmergency } from './emergency-rules.ts'

export type AttendedTransfer = Pick<
  Extract<EngineEvent, { type: 'attended-transfer-requested' }>,
  'legId' | 'otherLegId'
>

/**
 * Connects the other participants of two calls whose trunk asks for it, because both are calls of one telephone:
 * the older call continues, and the telephone leaves it. Refuses any other request. No number is dialled, so the
 * limits of dialled calls do not apply; but a provider must not make the workspace pay for calls without a user, nor
 * end a hold, because a user on whose side it is believes not to be heard.
 *
 * @param other The call of `otherLegId`; null when it has ended.
 */
export async function connectCalls(
  parts: CallParts,
  other: CallParts | null,
  transfer: AttendedTransfer,
): Promise<void> {
  const { deps, record } = parts
  try {
    if (!other) throw new PhoneError('CALL_ENDED', { callId: record.id })
    await runInBothQueues(parts, other, async (into, from) => {
      const legs = requireConnectable(into, from, transfer)
      await mergeInto(into, from, { ...legs, dropped: null })
      await into.conference.require().completeTransfer(transfer.legId, transfer.otherLegId)
      // A telephone that has hung up meanwhile has left the former conference.
      for (const { id } of Object.values(legs)) {
        await into.record.markLegLeft(id, 'hung-up')
        await releaseLeg(into, id)
      }
    })
    deps.log.info('call.connected', { callId: record.id, otherCallId: other.record.id })
  } catch (error) {
    const code = error instanceof PhoneError ? error.code : null
    deps.log[code ? 'info' : 'error']('call.connection_refused', { callId: record.id, code, error })
    const reason = code === 'CALL_ENDED' ? 'no-such-call' : 'declined'
    // Its leg may have left meanwhile; then its trunk expects no report.
    await parts.conference.current?.refuseTransfer(transfer.legId, reason).catch(() => undefined)
  }
}

/**
 * Returns the legs of the telephone in both calls.
 *
 * @throws {PhoneError} `CALL_ENDED`: a call or its leg of the telephone has ended; `TRANSFER_IN_PROGRESS`;
 *   `CALLS_NOT_MERGEABLE`
 */
function requireConnectable(
  into: CallParts,
  from: CallParts,
  { legId, otherLegId }: AttendedTransfer,
): { readonly own: CallLeg; readonly other: CallLeg } {
  const [own, other] = [into, from].map((parts) => requireTelephone(parts, [legId, otherLegId]))
  if (!own || !other) throw new PhoneError('CALL_ENDED', { callId: from.record.id })
  const calls = [into.record, from.record]
  const present = calls.map(({ state }) => state.legs.filter(isPresent))
  const users = present.map((legs) => legs.map(({ userId }) => userId))
  const haveCommonUser = users[0]?.some((userId) => userId !== null && users[1]?.includes(userId))
  const isAlone = present.some((legs) => legs.length < 2)
  const isWithoutUser = !present.flat().some(({ kind, state }) => kind === 'browser' && state === 'joined')
  const isOnHold = present.flat().some((leg) => leg.isOnHold)
  const isOfOther = into.record.stored.workspaceId !== from.record.stored.workspaceId
  const isLeftByUser = calls.some(({ state }) => isTransferring(state))
  const hasEmergency = [into, from].some(isEmergency)
  const isOfSystem = calls.some(({ state }) => isSystemCall(state))
  if (isLeftByUser) throw new PhoneError('TRANSFER_IN_PROGRESS')
  if (haveCommonUser || isAlone || isOfOther || isOfSystem || hasEmergency || isWithoutUser || isOnHold)
    throw new PhoneError('CALLS_NOT_MERGEABLE')
  return { own, other }
}

function requireTelephone(parts: CallParts, legIds: readonly string[]): CallLeg | undefined {
  requireMergeable(parts)
  return parts.record.state.legs.find(({ id, state }) => legIds.includes(id) && state === 'joined')
}
