import { createRepeatedWarning, type Log, type RepeatedWarning } from '@parley/server'

/**
 * Warnings that users and callers can cause again and again: for each workspace, the first is logged immediately, and
 * then the number of further ones.
 */
export interface CallWarnings extends Disposable {
  /** No port was free for the browser of a call. */
  readonly noPort: RepeatedWarning
  /** Voicemail could take no message. */
  readonly noMessage: RepeatedWarning
}

const intervalMs = 5 * 60_000

export function createCallWarnings(log: Log): CallWarnings {
  const noPort = createRepeatedWarning(log, { event: 'call.no_port', countField: 'times', intervalMs })
  const noMessage = createRepeatedWarning(log, {
    event: 'voicemail.no_message',
    countField: 'calls',
    intervalMs,
  })
  return {
    noPort,
    noMessage,
    [Symbol.dispose]() {
      noPort[Symbol.dispose]()
      noMessage[Symbol.dispose]()
    },
  }
}
