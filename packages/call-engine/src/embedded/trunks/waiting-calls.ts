import type { IncomingCall } from '@parley/sip'
import type { IncomingCallId } from '../../identifiers.ts'
import type { TrunkConfig } from '../../trunk.ts'

/**
 * Calls of one owner that may wait. Each is stored and rings in all browsers of the owner, one after the
 * other.
 */
const maxCallsOfOwner = 100

export interface PendingIncomingCall {
  readonly call: IncomingCall
  readonly trunk: TrunkConfig
  readonly stopWatching: () => void
}

/** The incoming calls that are neither answered nor rejected. */
export class WaitingCalls {
  readonly #calls = new Map<IncomingCallId, PendingIncomingCall>()

  get ids(): readonly IncomingCallId[] {
    return [...this.#calls.keys()]
  }

  /** Returns whether another call of this owner may wait. */
  hasRoomFor(owner: TrunkConfig['owner']): boolean {
    return (
      this.#calls
        .values()
        .filter(({ trunk }) => trunk.owner === owner)
        .toArray().length < maxCallsOfOwner
    )
  }

  add(id: IncomingCallId, waiting: PendingIncomingCall): void {
    this.#calls.set(id, waiting)
  }

  find(id: IncomingCallId): PendingIncomingCall | null {
    return this.#calls.get(id) ?? null
  }

  /**
   * Removes and returns a call, whose events are no longer watched; null when it has ended or was taken
   * before.
   */
  take(id: IncomingCallId): PendingIncomingCall | null {
    const waiting = this.find(id)
    this.#calls.delete(id)
    waiting?.stopWatching()
    return waiting
  }
}
