/** A callback of the application, for {@link UserAgentOptions.onError}. */
export type CallbackName =
  | 'accepts'
  | 'call event'
  | 'findPeerOwner'
  | 'mayConnect'
  | 'onAcknowledged'
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
 * Calls the callbacks of the application. Their errors are reported and never reach the stack: a faulty
 * listener must not end the process or other calls.
 */
export class Callbacks {
  readonly #onError: OnError

  constructor(onError: OnError) {
    this.#onError = onError
  }

  /** Runs a callback. `onFailure` runs when it throws, or when its promise rejects. */
  run(where: CallbackName, callback: () => unknown, onFailure: () => void = () => {}): void {
    const fail = (error: unknown) => {
      this.report(error, where)
      try {
        onFailure()
      } catch (failure) {
        this.report(failure, where)
      }
    }
    try {
      const result = callback()
      if (result instanceof Promise) result.catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  /** Returns what the callback returns, or `fallback` when it throws. */
  invoke<T>(where: CallbackName, callback: () => T, fallback: T): T {
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
      // A faulty `onError` must not end the process either.
    }
  }
}

/** Emits a process warning; the default of {@link UserAgentOptions.onError}. */
export function emitWarning(error: unknown, where: CallbackName): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.emitWarning(`Error in ${where} of a SIP user agent: ${text}`)
}
