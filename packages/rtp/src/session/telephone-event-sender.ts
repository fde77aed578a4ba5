import { frameMs } from '../audio/frame.ts'
import { endPackets, isDigit, serializeTelephoneEvent } from '../packet/telephone-event.ts'

/** The event payload sent instead of one audio frame. */
export interface EventFrame {
  readonly payload: Uint8Array
  /** Set on the first packet of an event. */
  readonly marker: boolean
}

export interface TelephoneEventSender {
  /**
   * Appends digits to the queue. A comma pauses for one second; other characters are ignored. Digits for which too many
   * wait are discarded.
   */
  queue(digits: string): void
  /**
   * Returns the payload to send instead of audio; null when the queue is empty or during the gap between
   * digits.
   */
  next(clockRate: number): EventFrame | null
  readonly idle: boolean
}

const eventFrames = 8
const gapFrames = 4
const pauseFrames = 1_000 / frameMs
/** Further digits would arrive long after their key was pressed. */
const maxWaitingDigits = 128

export function createTelephoneEventSender(): TelephoneEventSender {
  const waiting: string[] = []
  let digit: string | null = null
  let frame = 0
  let quietFrames = 0

  return {
    queue(digits) {
      for (const each of digits) {
        if (waiting.length >= maxWaitingDigits) return
        if (isDigit(each) || each === ',') waiting.push(each)
      }
    },
    next(clockRate) {
      if (quietFrames > 0) {
        quietFrames--
        return null
      }
      if (digit === null) {
        const first = waiting.shift()
        if (first === undefined) return null
        if (first === ',') {
          quietFrames = pauseFrames - 1
          return null
        }
        digit = first
        frame = 0
      }
      const end = frame >= eventFrames
      const durationFrames = Math.min(frame + 1, eventFrames)
      const payload = serializeTelephoneEvent({
        digit,
        end,
        duration: (durationFrames * frameMs * clockRate) / 1000,
      })
      const sent = { payload, marker: frame === 0 }
      frame++
      if (frame === eventFrames + endPackets) {
        digit = null
        quietFrames = gapFrames
      }
      return sent
    },
    get idle() {
      return digit === null && waiting.length === 0 && quietFrames === 0
    },
  }
}
