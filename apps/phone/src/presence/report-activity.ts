import type { LiveSocket } from '../api/live/live-socket.ts'
import { listenForInput } from '../api/tab-use.ts'

/** Input within this time is reported once. */
const reportIntervalMs = 60_000
/** How long after the last input the user counts as away. */
const idleAfterMs = 5 * 60_000

/**
 * Reports to the service that the user has input in this tab, at most once a minute, and when they have had
 * none for five minutes. What they type or click is not reported. Returns a function that stops it.
 */
export function reportActivity(socket: LiveSocket): () => void {
  const reporter = new ActivityReporter(socket)
  const pageEvents = new AbortController()
  const { signal } = pageEvents
  listenForInput(() => reporter.handleInput(), signal)
  // A user who opens the phone or returns to it is there.
  document.addEventListener('visibilitychange', () => reporter.handleVisibility(), { signal })
  reporter.handleVisibility()
  const stopListening = socket.onMessage(({ type }) => {
    if (type === 'ready') reporter.handleReady()
  })
  return () => {
    pageEvents.abort()
    stopListening()
    reporter.close()
  }
}

class ActivityReporter {
  readonly #socket: LiveSocket
  #lastInputAt = Number.NEGATIVE_INFINITY
  #reportedAt = Number.NEGATIVE_INFINITY
  #reportTimer: ReturnType<typeof setTimeout> | undefined
  #idleTimer: ReturnType<typeof setTimeout> | undefined

  constructor(socket: LiveSocket) {
    this.#socket = socket
  }

  handleVisibility(): void {
    if (document.visibilityState === 'visible') this.handleInput()
  }

  handleInput(): void {
    const now = Date.now()
    this.#lastInputAt = now
    if (now - this.#reportedAt >= reportIntervalMs) this.#report()
    // Input until the end of the minute is reported then, so that the service counts five minutes from there.
    else this.#reportTimer ??= setTimeout(() => this.#report(), this.#reportedAt + reportIntervalMs - now)
  }

  /** The service knows nothing about the input before this connection. */
  handleReady(): void {
    if (Date.now() - this.#lastInputAt < idleAfterMs) this.#report()
  }

  close(): void {
    clearTimeout(this.#reportTimer)
    clearTimeout(this.#idleTimer)
  }

  #report(): void {
    this.close()
    this.#reportTimer = undefined
    this.#reportedAt = Date.now()
    this.#socket.send({ type: 'activity', state: 'active' })
    this.#waitForIdle()
  }

  #waitForIdle(): void {
    const remainingMs = this.#lastInputAt + idleAfterMs - Date.now()
    this.#idleTimer = setTimeout(() => this.#handleIdleTimer(), remainingMs)
  }

  #handleIdleTimer(): void {
    if (Date.now() - this.#lastInputAt < idleAfterMs) this.#waitForIdle()
    else this.#socket.send({ type: 'activity', state: 'idle' })
  }
}
