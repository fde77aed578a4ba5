import { type Call, parseNameAddress, type ReferOutcome, type ReferRequest } from '@parley/sip'
import type { LegId, PhoneNumber } from '../../identifiers.ts'
import type { TransferOutcome, TrunkConfig, TrunkId } from '../../trunk.ts'
import { createTrunkUri } from '../trunks/trunk-uri.ts'
import { parseDialTarget } from './dial-target.ts'
import type { LegCalls } from './leg-calls.ts'
import type { PhoneLegEvents, PhoneLegOptions } from './phone-leg-options.ts'

/** Responses of peers that do not know REFER; RFC 3261, 21.4.6, 21.4.15 and 21.5.2. */
const unsupportedStatuses: ReadonlySet<number> = new Set([405, 420, 501])

/** A transfer that the peer of a leg has requested by REFER. */
export interface RequestedTransfer {
  readonly trunkId: TrunkId
  /** The dialog at the target that the new call replaces, or null. */
  readonly replaces: string | null
  /** The leg with whose conference an attended transfer connects this one; null when a number is dialled. */
  readonly otherLegId: LegId | null
  /** Reports a SIP status to the peer; the first final one ends the transfer. */
  report(status: number, reason: string): void
}

/** The transfers of one telephone leg, in both directions. */
export class LegTransfers {
  readonly #legId: LegId
  readonly #trunk: TrunkConfig
  readonly #calls: LegCalls
  readonly #events: Pick<PhoneLegEvents, 'transferRequested' | 'transferProgress'>
  readonly #onError: (error: unknown) => void
  #requested: RequestedTransfer | null = null
  #wasRequested = false
  #isPending = false

  constructor({ legId, trunk, calls, onError }: PhoneLegOptions, events: PhoneLegEvents) {
    this.#legId = legId
    this.#calls = calls
    this.#trunk = trunk
    this.#events = events
    this.#onError = onError
  }

  /** Whether the peer has not reported the result of our REFER. */
  get isPending(): boolean {
    return this.#isPending
  }

  /** The transfer that the peer has requested and the trunk may have; null when there is none. */
  get requested(): RequestedTransfer | null {
    return this.#requested
  }

  /** Asks the peer of an answered call by REFER to call a number of its trunk. */
  async send(call: Call, to: PhoneNumber): Promise<TransferOutcome> {
    if (!this.#trunk.allowsRefer) return { result: 'not-supported' }
    this.#isPending = true
    try {
      const identity = parseNameAddress(call.dialog?.localAddress ?? '')?.uri
      return toTransferOutcome(
        await call.refer({
          target: createTrunkUri(this.#trunk, to),
          ...(identity === undefined ? {} : { referredBy: identity }),
          onProgress: (status) => this.#events.transferProgress(status < 180 ? 'trying' : 'ringing'),
        }),
      )
    } finally {
      this.#isPending = false
    }
  }

  /**
   * Reports a REFER of the peer. Of one leg only the first: each is recorded and answered with NOTIFY requests,
   * which are repeated to any address of the peer.
   */
  receive(refer: ReferRequest): void {
    if (refer.replacedCall) {
      this.#receiveAttended(refer, refer.replacedCall)
      return
    }
    const to = parseDialTarget(refer.target)
    if (this.#wasRequested || to === null) {
      refer.refuse(603)
      return
    }
    this.#wasRequested = true
    if (this.#trunk.allowsRefer) this.#accept(refer, null)
    else refer.refuse(603)
    this.#events.transferRequested(to, this.#requested ? 'waiting' : 'rejected')
  }

  /** Reports a REFER that names another call of the peer with us. No number is dialled, even if its URI has one. */
  #receiveAttended(refer: ReferRequest, call: Call): void {
    const otherLegId = this.#calls.findLeg(call, this.#trunk.id)
    const isDeclined = this.#wasRequested || !this.#trunk.allowsRefer || otherLegId === this.#legId
    if (isDeclined || otherLegId === null) {
      refer.refuse(isDeclined ? 603 : 481)
      return
    }
    this.#wasRequested = true
    this.#accept(refer, otherLegId)
    this.#calls.requestTransfer(this.#trunk.id, this.#legId, otherLegId)
  }

  #accept(refer: ReferRequest, otherLegId: LegId | null): void {
    const progress = refer.accept()
    const report = (status: number, reason: string) => {
      try {
        progress.report(status, reason)
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#requested = { trunkId: this.#trunk.id, replaces: refer.replaces, otherLegId, report }
  }
}

function toTransferOutcome(outcome: ReferOutcome): TransferOutcome {
  switch (outcome.result) {
    case 'transferred':
      return { result: 'transferred' }
    case 'failed':
      return { result: 'refused', sipAnswer: { code: outcome.status, phrase: outcome.reason } }
    case 'refused': {
      const { cause, status, reason } = outcome
      if (cause !== 'response') return { result: 'refused', sipAnswer: null }
      if (unsupportedStatuses.has(status)) return { result: 'not-supported' }
      return { result: 'refused', sipAnswer: { code: status, phrase: reason } }
    }
    case 'not-reported':
      // Many trunks end the call with us as soon as they have taken it over.
      return outcome.reason === 'ended-by-peer'
        ? { result: 'transferred' }
        : { result: 'refused', sipAnswer: null }
  }
}
