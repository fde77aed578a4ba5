import type { TransferOutcome } from '@parley/call-engine'
import { type CallLeg, isPresent, isRecordingActive } from '../../call-state/index.ts'
import { listTrunks } from '../../trunks/index.ts'
import type { DialRequest } from '../parts/call-dialling.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { logFailure } from '../parts/engine-failures.ts'
import { findTrunkOfLeg } from '../sip-dialogs.ts'
import { clearTimer, createReferTimer, setTimer, timerNames } from '../timers/timer-data.ts'
import { returnUnansweredTransfer } from './return-call.ts'

/**
 * Returns the leg whose trunk is asked by REFER to connect it with the number of a blind transfer, or null. The
 * trunk must allow it, and be the one through which the number would be dialled. A call of several participants,
 * or one that is recorded, stays in Parley, and so does one whose number has further digits.
 */
export async function findReferableLeg(
  { deps, record }: CallParts,
  own: CallLeg,
  dial: DialRequest,
): Promise<CallLeg | null> {
  if (dial.postDialDigits !== null || isRecordingActive(record.state)) return null
  const [leg, another] = record.state.legs.filter((one) => one.id !== own.id && isPresent(one))
  if (leg?.kind !== 'phone' || leg.state !== 'joined' || another) return null
  if ((await findTrunkOfLeg(deps.database, leg.id)) !== dial.trunkId) return null
  const trunks = await listTrunks(deps.database, record.stored.workspaceId)
  return trunks.some(({ id, allowsRefer }) => id === dial.trunkId && allowsRefer) ? leg : null
}

/**
 * Asks the trunk of a leg to connect it with the number of a transfer, whose user has left. The number is dialled
 * instead when the trunk refuses, or does not confirm the transfer before the ring timeout expires.
 */
export async function refer(parts: CallParts, leg: CallLeg, dial: DialRequest): Promise<void> {
  const { deps, record, conference, dialling } = parts
  if (record.hasEnded) return
  dialling.postpone(dial)
  record.changeTimers([setTimer(createReferTimer(deps.settings.ringTimeoutMs))])
  await record.saveIfNeeded()
  conference
    .require()
    .transferByRefer(leg.id, dial.to)
    .catch((error): TransferOutcome => {
      logFailure(parts, 'call.refer_failed', error)
      return { result: 'refused', sipAnswer: null }
    })
    .then(async (outcome) => {
      deps.log.info('call.referred', { callId: record.id, ...outcome })
      if (outcome.result !== 'transferred') await parts.queue.run(() => dialReferred(parts))
    })
    .catch((error) => logFailure(parts, 'call.refer_failed', error))
}

/** Dials the number of a transfer that the trunk has not connected. The call returns to its user if it cannot. */
export async function dialReferred(parts: CallParts): Promise<void> {
  const { record, dialling } = parts
  const request = record.hasEnded ? null : dialling.takePending()
  if (!request) return
  record.changeTimers([clearTimer(timerNames.refer)])
  try {
    await dialling.dial(request)
  } catch (error) {
    logFailure(parts, 'call.dial_failed', error)
    await returnUnansweredTransfer(parts, request.slotId)
  }
}

/** Completes a transfer that the trunk has connected. */
export async function onReferCompleted({ deps, record, dialling }: CallParts): Promise<void> {
  const { transfer } = record.state
  if (transfer?.stage !== 'dialing' || !dialling.takePending()) return
  const at = deps.now().getTime()
  const completed = { ...transfer, stage: 'completed', at } as const
  await record.apply({ type: 'transfer', at, transfer: completed }, [clearTimer(timerNames.refer)])
}
