import type { EngineEvent } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { type CallLeg, isPresent } from '../../call-state/index.ts'
import { mergeInto, requireMergeable, runInBothQueues } from '../merging/merge-calls.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { releaseLeg } from '../parts/release-leg.ts'

export type AttendedTransfer = Pick<
  Extract<EngineEvent, { type: 'attended-transfer-requested' }>,
  'legId' | 'otherLegId'
>

/**
 * Connects the other participants of two calls whose trunk asks for it, because both are calls of one telephone:
 * the older call continues, and the telephone leaves it. Refuses any other request. No number is dialled, so the
 * limits of dialled calls do not apply.
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
      for (const { id, kind } of Object.values(legs)) {
        await into.record.removeLeg(id, 'hung-up')
        await releaseLeg(into, id, kind)
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
  const users = calls.map(({ state }) => state.legs.filter(isPresent).map(({ userId }) => userId))
  const haveCommonUser = users[0]?.some((userId) => userId !== null && users[1]?.includes(userId))
  const isAlone = calls.some(({ state }) => state.legs.filter(isPresent).length < 2)
  const isOfOther = into.record.stored.workspaceId !== from.record.stored.workspaceId
  const isLeftByUser = calls.some(({ state }) => state.transfer && state.transfer.stage !== 'completed')
  const isVerification = calls.some(({ state }) => state.purpose === 'verification')
  if (isLeftByUser) throw new PhoneError('TRANSFER_IN_PROGRESS')
  if (haveCommonUser || isAlone || isOfOther || isVerification) throw new PhoneError('CALLS_NOT_MERGEABLE')
  return { own, other }
}

function requireTelephone(parts: CallParts, legIds: readonly string[]): CallLeg | undefined {
  requireMergeable(parts)
  return parts.record.state.legs.find(({ id, state }) => legIds.includes(id) && state === 'joined')
}
