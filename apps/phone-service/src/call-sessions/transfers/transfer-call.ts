import { PhoneError } from '@parley/contract/phone'
import { type CallLeg, type CallTransfer, isPresent, isTransferring } from '../../call-state/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { listOthers, setOnHold } from '../call-controls.ts'
import { requireOwnLeg } from '../call-users.ts'
import { removeLeg } from '../legs/remove-leg.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { runOrUnavailable } from '../parts/engine-failures.ts'
import { createWithoutUserTimer, setTimer } from '../timers/timer-data.ts'
import { isEmergency } from './emergency-rules.ts'

/** The end of a consultation by its user. */
export type ConsultationEnd = 'complete' | 'cancel' | 'join'

/**
 * Ends the consultation of a user: completes the transfer, returns to the others, or adds the number to the call.
 * Without a consultation, `complete` lets the user leave the others connected.
 *
 * @throws {PhoneError} `NOT_IN_CALL`, `NO_TRANSFER`, `EMERGENCY_CALL_NOT_TRANSFERRED`, `CALL_ENDED`, `ENGINE_UNAVAILABLE`
 */
export async function endConsultation(
  parts: CallParts,
  user: CurrentUser,
  end: ConsultationEnd,
): Promise<void> {
  const own = requireOwnLeg(parts, user)
  const { transfer } = parts.record.state
  if (end === 'complete' && transfer?.stage !== 'consulting') return await leaveConnected(parts, own, user)
  if (transfer?.stage !== 'consulting' || transfer.userId !== user.userId) throw new PhoneError('NO_TRANSFER')
  await runOrUnavailable(parts, 'call.transfer_failed', async () => {
    if (end === 'complete') return await handOver(parts, own)
    await clearTransfer(parts)
    if (end === 'cancel') await removeLeg(parts, transfer.legId, 'removed')
    if (!parts.record.hasEnded) await releaseOthers(parts, own.id)
  })
}

/**
 * Lets the only user leave a call with several telephones, which have joined it one by one or by a merge, as after a
 * transfer to the last of them.
 *
 * @throws {PhoneError} `NO_TRANSFER`, `EMERGENCY_CALL_NOT_TRANSFERRED`, `CALL_ENDED`, `ENGINE_UNAVAILABLE`
 */
async function leaveConnected(parts: CallParts, own: CallLeg, { userId }: CurrentUser): Promise<void> {
  const { state } = parts.record
  const { parked, answeredAt, legs } = state
  const hasOtherUser = legs.some((leg) => leg.kind === 'browser' && leg.id !== own.id && isPresent(leg))
  const phones = legs.filter(({ kind, state }) => kind === 'phone' && state === 'joined')
  const last = phones.findLast(({ number }) => number !== null)
  if (isEmergency(parts)) throw new PhoneError('EMERGENCY_CALL_NOT_TRANSFERRED')
  if (isTransferring(state) || parked || answeredAt === null || hasOtherUser)
    throw new PhoneError('NO_TRANSFER')
  if (phones.length < 2 || !last?.number) throw new PhoneError('NO_TRANSFER')
  const { id: legId, number } = last
  await runOrUnavailable(parts, 'call.transfer_failed', async () => {
    const completed = { stage: 'completed', legId, number, userId, hasPausedRecording: false } as const
    await saveTransfer(parts, completed, 'handed-over')
    await removeLeg(parts, own.id, 'hung-up')
    if (!parts.record.hasEnded) await releaseOthers(parts, null)
  })
}

/**
 * Lets the user leave. The others talk to the number when it has answered.
 *
 * @throws {PhoneError} `EMERGENCY_CALL_NOT_TRANSFERRED`: the number, or a participant, may have been connected with an
 *   emergency service since the transfer began
 */
export async function handOver(parts: CallParts, own: CallLeg): Promise<void> {
  const { record } = parts
  const { transfer } = record.state
  if (!transfer) return
  if (isEmergency(parts)) throw new PhoneError('EMERGENCY_CALL_NOT_TRANSFERRED')
  await resumeRecording(parts, transfer)
  const isAnswered = record.state.legs.some(({ id, state }) => id === transfer.legId && state === 'joined')
  await saveTransfer(parts, { ...transfer, stage: isAnswered ? 'completed' : 'dialing' }, 'handed-over')
  await removeLeg(parts, own.id, 'hung-up')
  if (isAnswered) await releaseOthers(parts, own.id)
}

/** Connects the others with the number of a transfer when it answers. No-op for other legs. */
export async function onTransferAnswered(parts: CallParts, legId: string): Promise<void> {
  const { transfer } = parts.record.state
  if (transfer?.stage !== 'dialing' || transfer.legId !== legId) return
  await saveTransfer(parts, { ...transfer, stage: 'completed' })
  await releaseOthers(parts, null)
}

/** Ends a consultation when its user, the number, or the last of the others has left. The others stay on hold. */
export async function onConsultedLegLeft(parts: CallParts): Promise<void> {
  const { transfer, legs } = parts.record.state
  if (transfer?.stage !== 'consulting') return
  const hasUser = legs.some((leg) => leg.userId === transfer.userId && isPresent(leg))
  const phones = legs.filter((leg) => leg.kind === 'phone' && isPresent(leg))
  const hasTarget = phones.some(({ id }) => id === transfer.legId)
  if (!hasUser || !hasTarget || phones.length === 1) await clearTransfer(parts)
}

export async function clearTransfer(parts: CallParts): Promise<void> {
  const { deps, record } = parts
  const { transfer } = record.state
  if (!transfer) return
  await record.apply({ type: 'transfer', at: deps.now().getTime(), transfer: null })
  await resumeRecording(parts, transfer)
}

async function resumeRecording(
  { record, recorder }: CallParts,
  { hasPausedRecording }: CallTransfer,
): Promise<void> {
  if (hasPausedRecording && record.state.recordingState === 'paused') await recorder.setPaused('resumed')
}

export async function saveTransfer(
  { deps, record }: CallParts,
  transfer: Omit<CallTransfer, 'at'>,
  user: 'present' | 'handed-over' = 'present',
): Promise<void> {
  const at = deps.now().getTime()
  const timers = user === 'handed-over' ? [setTimer(createWithoutUserTimer())] : []
  await record.apply({ type: 'transfer', at, transfer: { ...transfer, at } }, timers)
}

/** Releases the participants from hold, but one if `legId` is not null. */
export async function releaseOthers(parts: CallParts, legId: string | null): Promise<void> {
  await setOnHold(parts, parts.conference.require(), listOthers(parts, legId), 'released')
}
