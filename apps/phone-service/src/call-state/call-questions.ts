import type { CallLeg, CallState } from './call-state.ts'

/** Returns whether the participants are recorded, or the recording is paused. */
export function isRecording({ recordingState }: Pick<CallState, 'recordingState'>): boolean {
  return recordingState === 'on' || recordingState === 'paused'
}

/** Returns whether a recording is on, paused or being announced. */
export function isRecordingActive(state: Pick<CallState, 'recordingState'>): boolean {
  return isRecording(state) || state.recordingState === 'announcing'
}

/** Returns whether Parley has placed a call for itself: it belongs to no user, and is in no list of calls. */
export function isSystemCall({ purpose }: Pick<CallState, 'purpose'>): boolean {
  return purpose === 'verification' || purpose === 'self-test'
}

/** Returns a key of a user or telephone. That of a user does not change when they move to another tab. */
export function getParticipantKey({ id, kind, userId }: CallLeg): string {
  return kind === 'browser' && userId !== null ? userId : id
}

/** Returns whether a user is transferring a call, and has not completed that. */
export function isTransferring({ transfer }: Pick<CallState, 'transfer'>): boolean {
  return transfer !== undefined && transfer.stage !== 'completed'
}
