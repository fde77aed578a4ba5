import type { AnnouncementName, ConferenceEvent } from '@parley/call-engine'

/** Leads a call without a browser: it plays announcements to the telephone and receives its digits. */
export interface AutomatedCall {
  /** Handles an event of the conference, after it was applied to the call. */
  onEvent(line: AutomatedLine, event: ConferenceEvent): Promise<void>
  /** Handles the timer that was set last. */
  onTimer(line: AutomatedLine): Promise<void>
}

/** The telephone of an automated call. */
export interface AutomatedLine {
  /** Returns whether a leg is the telephone. */
  isTelephone(legId: string): boolean
  /** When the telephone answered, in epoch milliseconds; null before. */
  readonly answeredAt: number | null
  /** Plays an announcement in place of what plays now. */
  play(name: AnnouncementName): Promise<void>
  stopPlaying(): Promise<void>
  /** Sets the timer of the call, in place of an earlier one. */
  setTimer(afterMs: number): Promise<void>
  hangUp(): Promise<void>
}
