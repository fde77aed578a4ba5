import type { Call, LegQuality } from '@parley/contract/phone'
import type { CallTexts, StoredCall } from './records/index.ts'

/** The recording of a call, controlled by changes of connected calls. */
export interface LinkedRecordingControl {
  /** Withholds it before participants are heard who have not heard its announcement. Does not wait for earlier changes. */
  withhold(changed: StoredCall, replacedLegId?: string): Promise<void>
  /** Announces it to new participants after the changes in progress, or stops it because of an emergency service. */
  review(): void
  /** Whether a user of the call has paused it. */
  readonly isPausedByUser: boolean
  /** Pauses it for the user of another call; when it is being announced, from its beginning. @throws {PhoneError} `ENGINE_UNAVAILABLE` */
  pause(callId: string): Promise<void>
  /** Resumes it if the user of that call has paused it. @throws {PhoneError} `ENGINE_UNAVAILABLE` */
  resume(callId: string): Promise<void>
}

/** A call that runs on this node. */
export interface ActiveCall {
  /** Newer than the row. */
  readonly stored: StoredCall
  /** The last measurement of each leg, by leg id. */
  readonly quality: ReadonlyMap<string, LegQuality>
  /** The end because of a limit per day; null while none is near. */
  readonly timeLimit: Call['timeLimit']
  saveTexts(texts: Partial<CallTexts>): Promise<void>
  readonly linkedRecording: LinkedRecordingControl
  /** Sets the conference of the call, after that was merged with another one. */
  setConference(conferenceId: string): void
  /** Sends the call to its users again, after its changes in progress, because another call has changed. */
  publish(): void
}

/** The dependencies of operations that read calls: the active calls of this node, by id. */
export interface ActiveCallService {
  readonly callSessions: ReadonlyMap<string, ActiveCall>
}
