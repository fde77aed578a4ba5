/** A callback of the owner of the user agent, for {@link UserAgentOptions.onError}. */
export type CallbackName =
  | 'accepts'
  | 'call event'
  | 'isKnownPeer'
  | 'mayConnect'
  | 'onInvite'
  | 'onRequest'
  | 'onTrace'
  | 'registration state'
  /** Not a callback: an error in the handling of a message. */
  | 'message'
  /** Not a callback: an error in a timer. */
  | 'timer'

export type OnError = (error: unknown, where: CallbackName) => void

/**
 * Calls the callbacks of the owner of the user agent. An error in one of them is reported and never reaches the stack:
 * one faulty listener must not end the process, or the calls of others.
 */
export class Callbacks {
  readonly #onError: OnError

  constructor(onError: OnError) {
    this.#onError = onError
  }

  /** Calls back without a result. `onFailure` runs after an error, also when the callback returns a promise that rejects. */
  run(where: CallbackName, callback: () => unknown, onFailure: () => void = () => {}): void {
    const fail = (error: unknown) => {
      this.report(error, where)
      onFailure()
    }
    try {
      const result = callback()
      if (result instanceof Promise) result.catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  /** Returns what the callback returns, or `fallback` when it throws. */
  ask<T>(where: CallbackName, callback: () => T, fallback: T): T {
    try {
      return callback()
    } catch (error) {
      this.report(error, where)
      return fallback
    }
  }

  report(error: unknown, where: CallbackName): void {
    try {
      this.#onError(error, where)
    } catch {
      // There is nothing left to report it to.
    }
  }
}

/** Prints a warning of the process. */
export function warn(error: unknown, where: CallbackName): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.emitWarning(`Error in ${where} of a SIP user agent: ${text}`)
}
