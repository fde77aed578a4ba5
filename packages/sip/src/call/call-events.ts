import type { CallEvent } from '../user-agent/api.ts'
import type { Callbacks } from '../user-agent/callbacks.ts'

/** A peer can cause more of them while the call waits for its first listener. */
const maxBufferedEvents = 100

/**
 * The events of one call. Those before the first listener are buffered for it; none follows `refused` or
 * `ended`.
 */
export class CallEvents {
  readonly #listeners = new Set<(event: CallEvent) => void>()
  #buffered: CallEvent[] | null = []
  readonly #callbacks: Callbacks
  #over = false

  constructor(callbacks: Callbacks) {
    this.#callbacks = callbacks
  }

  get over(): boolean {
    return this.#over
  }

  addListener(listener: (event: CallEvent) => void): () => void {
    this.#listeners.add(listener)
    const kept = this.#buffered ?? []
    this.#buffered = null
    for (const event of kept) this.#callbacks.run('call event', () => listener(event))
    return () => this.#listeners.delete(listener)
  }

  emit(event: CallEvent): void {
    if (this.#over) return
    this.#over = event.type === 'refused' || event.type === 'ended'
    if (this.#over || (this.#buffered?.length ?? 0) < maxBufferedEvents) this.#buffered?.push(event)
    for (const listener of [...this.#listeners]) this.#callbacks.run('call event', () => listener(event))
  }
}
