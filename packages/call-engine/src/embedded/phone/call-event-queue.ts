import { createSerialQueue } from '@parley/primitives'
import type { CallEvent } from '@parley/sip'

/**
 * Handles the events of a call one after the other. Of early media that waits only the newest is handled: a peer
 * may send any number of provisional responses, and each of them replaces the session of the one before.
 */
export class CallEventQueue {
  readonly #queue = createSerialQueue()
  #newestEarlyMedia: CallEvent | null = null

  add(event: CallEvent, handle: (event: CallEvent) => Promise<void>): void {
    if (event.type === 'early-media') this.#newestEarlyMedia = event
    void this.#queue.run(async () => {
      if (event.type !== 'early-media' || event === this.#newestEarlyMedia) await handle(event)
    })
  }
}
