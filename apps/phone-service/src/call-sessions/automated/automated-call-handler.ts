import type { AnnouncementName, ConferenceEvent } from '@parley/call-engine'

/** Controls a call that has no browser, by announcements that it plays and digits that it receives. */
export interface AutomatedCallHandler {
  /** Handles an event of the conference, after it was applied to the call. */
  onEvent(call: AutomatedCall, event: ConferenceEvent): Promise<void>
  /** Handles the timer that was set last. */
  onTimer(call: AutomatedCall): Promise<void>
}

/** A call between Parley itself and one telephone. */
export interface AutomatedCall {
  /** Returns whether a leg is the telephone. */
  isTelephone(legId: string): boolean
  /** When the telephone answered, in epoch milliseconds; null before. */
  readonly answeredAt: number | null
  /** Plays an announcement in place of what plays now. */
  play(name: AnnouncementName): Promise<void>
  stopPlaying(): Promise<void>
  /** Sends DTMF digits to the telephone. */
  sendDigits(digits: string): Promise<void>
  /** Sets the timer of the call, in place of an earlier one. */
  setTimer(afterMs: number): Promise<void>
  hangUp(): Promise<void>
}
