import { PhoneError } from '@parley/contract/phone'
import {
  type CallLeg,
  type CallState,
  type CallTransfer,
  isUnansweredIncoming,
} from '../../call-state/index.ts'
import type { CallControl } from '../parts/call-control.ts'
import type { CallRecord } from '../parts/call-record.ts'

/**
 * During a consultation, only its user puts participants on hold and sends digits, and no user records: the others are
 * on hold and must neither interrupt nor keep what they may not hear. Recording may be paused and stopped.
 *
 * @throws {PhoneError} `TRANSFER_IN_PROGRESS`
 */
export function requireControllable({ transfer }: CallState, own: CallLeg, control: CallControl): void {
  if (transfer?.stage !== 'consulting') return
  const isOfUser = own.userId === transfer.userId
  const isRefused =
    control.kind === 'recording'
      ? control.change === 'start' || control.change === 'resume'
      : control.kind !== 'microphone' && !isOfUser
  if (isRefused) throw new PhoneError('TRANSFER_IN_PROGRESS')
}

/**
 * A call that a user has answered or picked up is put on hold when its audio has connected, which connects the user
 * with the participants. A number that a user has dialled is put on hold while it rings.
 *
 * @throws {PhoneError} `CALL_NOT_CONNECTED`
 */
export function requireHoldable(state: CallState): void {
  if (isUnansweredIncoming(state) || state.parked || state.transfer?.stage === 'returning')
    throw new PhoneError('CALL_NOT_CONNECTED')
}

/**
 * The user of a consultation and its number are removed by that user only.
 *
 * @throws {PhoneError} `TRANSFER_IN_PROGRESS`
 */
export function requireRemovable({ transfer }: CallState, own: CallLeg, leg: CallLeg): void {
  if (transfer?.stage !== 'consulting' || own.userId === transfer.userId) return
  if (leg.id === transfer.legId || leg.userId === transfer.userId)
    throw new PhoneError('TRANSFER_IN_PROGRESS')
}

/** The end of a consultation does not resume a recording that a user has paused. No-op without a consultation. */
export async function disableAutomaticResume(record: CallRecord): Promise<void> {
  const { transfer } = record.state
  if (!transfer?.hasPausedRecording) return
  const changed = { ...transfer, hasPausedRecording: false }
  await record.apply({ type: 'transfer', at: transfer.at, transfer: changed })
}

/** Marks that the end of a consultation resumes the recording that begins paused during it. */
export async function pauseForConsultation(record: CallRecord, transfer: CallTransfer): Promise<void> {
  const changed = { ...transfer, hasPausedRecording: true }
  await record.apply({ type: 'transfer', at: transfer.at, transfer: changed })
}
