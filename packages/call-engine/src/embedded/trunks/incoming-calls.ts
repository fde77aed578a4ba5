import { randomUUID } from 'node:crypto'
import type { IncomingCall } from '@parley/sip'
import type { EngineEvent } from '../../engine-event.ts'
import type { IncomingCallId } from '../../identifiers.ts'
import type { RejectReason } from '../../port.ts'
import type { TrunkConfig } from '../../trunk.ts'
import type { EmbeddedEngineOptions } from '../options.ts'
import { type CallAddresses, canAnswer } from '../phone/audio-negotiator.ts'
import type { ActiveTrunk } from './active-trunk.ts'
import { parseCalledNumber, parseCaller, parseDiallingLeg } from './incoming-identity.ts'
import { refusalStatus, retryAfterSeconds } from './refusal-status.ts'
import { selectTrunk } from './select-trunk.ts'
import { type IncomingEndReason, type PendingIncomingCall, WaitingCalls } from './waiting-calls.ts'

/** An incoming call that is neither answered nor rejected within this time is rejected. */
const maxWaitMs = 120_000

export interface IncomingCallsDeps {
  readonly log?: EmbeddedEngineOptions['log']
  readonly emit: (event: EngineEvent) => void
  readonly listTrunks: () => Iterable<ActiveTrunk>
  readonly callAddresses: (trunk: TrunkConfig) => CallAddresses
}

/** The incoming calls of all trunks until they are answered, are rejected or end. */
export class IncomingCalls {
  readonly #deps: IncomingCallsDeps
  readonly #waiting = new WaitingCalls()

  constructor(deps: IncomingCallsDeps) {
    this.#deps = deps
  }

  /** Checks a call and reports it, unless it is rejected or ends before. */
  async receive(call: IncomingCall): Promise<void> {
    const { trunk, refusal } = selectTrunk(this.#deps.listTrunks(), call.request, call.source)
    if (!trunk) {
      const source = call.source.address
      this.#deps.log?.('incoming.not_assigned', { reason: refusal, source, target: call.target }, 'warn')
      return call.refuse(404)
    }
    const releaseSlot = this.#waiting.reserveSlot(trunk.config.owner)
    if (!releaseSlot) return call.refuse(503, undefined, { retryAfterSeconds })
    try {
      await this.#checkAndWait(call, trunk)
    } finally {
      releaseSlot()
    }
  }

  /**
   * Sends 180 for a call that becomes a leg, which receives its end instead of an engine event. Returns false
   * when the call has ended or is a leg already.
   */
  ring(id: IncomingCallId, onEnded: (reason: IncomingEndReason) => void): boolean {
    const waiting = this.#waiting.find(id)
    if (!waiting || waiting.onEnded) return false
    waiting.onEnded = onEnded
    // Not awaited: a caller may never acknowledge a reliable 180, and the events of other calls would wait.
    waiting.call.ring().catch((error) => {
      this.#deps.log?.('incoming.ring_failed', { incomingId: id, reason: String(error) })
    })
    return true
  }

  /** No-op when the call has ended. */
  reject(id: IncomingCallId, reason: RejectReason): void {
    const waiting = this.#waiting.take(id)
    if (!waiting) return
    try {
      waiting.call.refuse(
        refusalStatus[reason],
        undefined,
        reason === 'suspended' ? { retryAfterSeconds } : {},
      )
    } catch (error) {
      // Also called by a timer, where an error would end the process.
      this.#deps.log?.('incoming.refuse_failed', { incomingId: id, reason: String(error) })
    }
    this.#reportEnd(id, waiting, 'refused')
  }

  rejectAll(reason: RejectReason): void {
    for (const id of this.#waiting.ids) this.reject(id, reason)
  }

  /** Removes and returns a waiting call, to be answered; null when it has ended or was taken before. */
  take(id: IncomingCallId): { readonly call: IncomingCall; readonly trunk: TrunkConfig } | null {
    return this.#waiting.take(id)
  }

  /** Rejects a call whose offer cannot be answered, and reports any other that has not ended meanwhile. */
  async #checkAndWait(call: IncomingCall, trunk: ActiveTrunk): Promise<void> {
    const trunkId = trunk.config.id
    const incomingId = randomUUID()
    let hasEnded = false
    const stopListening = call.onEvent((event) => {
      if (event.type !== 'refused' && event.type !== 'ended') return
      hasEnded = true
      const waiting = this.#waiting.take(incomingId)
      if (!waiting) return
      const isByCaller = event.type === 'ended' && event.by === 'peer'
      this.#reportEnd(incomingId, waiting, isByCaller ? 'caller-gave-up' : 'failed')
    })
    const addresses = this.#deps.callAddresses(trunk.config)
    call.isEndpointAllowed = ({ address }) => addresses.isAllowed(address)
    if (call.offered !== null && !(await canAnswer(trunk.config, call.offered, addresses))) call.refuse(488)
    // Ended while a name in its offer was resolved, or rejected above.
    if (hasEnded) return stopListening()

    const timer = setTimeout(() => this.reject(incomingId, 'not-answered'), maxWaitMs)
    const stopWatching = () => {
      clearTimeout(timer)
      stopListening()
    }
    this.#waiting.add(incomingId, { call, trunk: trunk.config, stopWatching })
    const to = parseCalledNumber(call, trunk.contactUser)
    const caller = { ...parseCaller(call), ...parseDiallingLeg(call, trunk.config) }
    this.#deps.emit({ type: 'incoming', at: Date.now(), incomingId, trunkId, to, ...caller })
  }

  #reportEnd(incomingId: IncomingCallId, { onEnded }: PendingIncomingCall, reason: IncomingEndReason): void {
    if (onEnded) onEnded(reason)
    else this.#deps.emit({ type: 'incoming-ended', at: Date.now(), incomingId, reason })
  }
}
