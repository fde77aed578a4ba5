import type { IncomingCall } from '@parley/sip'
import type { EngineEvent } from '../../engine-event.ts'
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
  /** Receives the end of a call that is a leg of a conference. */
  onEnded?: (reason: IncomingEndReason) => void
}

/** Why an incoming call has ended without an answer. */
export type IncomingEndReason = Extract<EngineEvent, { type: 'incoming-ended' }>['reason']

/** The incoming calls that are neither answered nor rejected. */
export class WaitingCalls {
  readonly #calls = new Map<IncomingCallId, PendingIncomingCall>()
  /** Numbers of calls whose offers are being checked, by owner. */
  readonly #checked = new Map<TrunkConfig['owner'], number>()

  get ids(): readonly IncomingCallId[] {
    return [...this.#calls.keys()]
  }

  /**
   * Reserves a slot for a call while its offer is checked, because meanwhile others arrive. Returns the
   * function that frees it, or null when no other call of this owner may wait.
   */
  reserveSlot(owner: TrunkConfig['owner']): (() => void) | null {
    const checked = this.#checked.get(owner) ?? 0
    const waiting = this.#calls
      .values()
      .filter(({ trunk }) => trunk.owner === owner)
      .toArray().length
    if (waiting + checked >= maxCallsOfOwner) return null
    this.#checked.set(owner, checked + 1)
    return () => {
      const others = (this.#checked.get(owner) ?? 1) - 1
      if (others > 0) this.#checked.set(owner, others)
      else this.#checked.delete(owner)
    }
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
