import type { CallEvent } from '../user-agent/api.ts'
import type { Callbacks } from '../user-agent/callbacks.ts'

/** Events that a peer can repeat without end while the call waits for its first listener. */
const repeatable: ReadonlySet<CallEvent['type']> = new Set([
  'ringing',
  'early-media',
  're-offer',
  'dtmf',
  'refer',
  'replacement',
])
const maxBufferedRepeatable = 100

/**
 * The events of one call. Those before the first listener are buffered for it: of those that a peer can repeat
 * without end, the first 100. None follows `refused` or `ended`.
 */
export class CallEvents {
  readonly #listeners = new Set<(event: CallEvent) => void>()
  #buffered: CallEvent[] | null = []
  #bufferedRepeatable = 0
  readonly #callbacks: Callbacks
  #over = false
  /** Null when it has run. */
  #onAcknowledged: (() => void) | null

  constructor(callbacks: Callbacks, onAcknowledged?: () => void) {
    this.#callbacks = callbacks
    this.#onAcknowledged = onAcknowledged ?? null
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

  /** Reports that a 2xx was acknowledged, also after the last event. The peer may repeat it. */
  acknowledge(): void {
    const report = this.#onAcknowledged
    this.#onAcknowledged = null
    if (report) this.#callbacks.run('onAcknowledged', report)
  }

  emit(event: CallEvent): void {
    if (this.#over) return
    this.#over = event.type === 'refused' || event.type === 'ended'
    if (this.#buffered) this.#buffer(event, this.#buffered)
    for (const listener of [...this.#listeners]) this.#callbacks.run('call event', () => listener(event))
  }

  #buffer(event: CallEvent, buffered: CallEvent[]): void {
    if (repeatable.has(event.type)) {
      if (this.#bufferedRepeatable >= maxBufferedRepeatable) return
      this.#bufferedRepeatable += 1
    }
    buffered.push(event)
  }
}
