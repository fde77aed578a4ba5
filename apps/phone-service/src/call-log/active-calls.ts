import type { Call, LegQuality } from '@parley/contract/phone'
import type { CallTexts, StoredCall } from './records/index.ts'

/** A call that runs on this node. */
export interface ActiveCall {
  /** Newer than the row. */
  readonly stored: StoredCall
  /** The last measurement of each leg, by leg id. */
  readonly quality: ReadonlyMap<string, LegQuality>
  /** The end because of a limit per day; null while none is near. */
  readonly timeLimit: Call['timeLimit']
  saveTexts(texts: Partial<CallTexts>): Promise<void>
  /** Sets the conference of the call, after that was merged with another one. */
  setConference(conferenceId: string): void
  /** Sends the call to its users again, after its changes in progress, because another call has changed. */
  publish(): void
}

/** The dependencies of operations that read calls: the active calls of this node, by id. */
export interface ActiveCallService {
  readonly callSessions: ReadonlyMap<string, ActiveCall>
}
