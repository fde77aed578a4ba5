import type { StoredDialog } from '../dialog/stored-dialog.ts'
import type { SipRequest } from '../message/message.ts'
import type { RemoteEndpoint } from '../transport/flow.ts'
import type { EndpointFilter } from './endpoint-filter.ts'
import type { Outcome, Refusal } from './outcome.ts'

/** The cause of the end of an established call. */
export type EndedBy = 'peer' | 'us' | 'session-expired' | 'no-acknowledgement' | 'transport'

/** An event of a call. The last event is exactly one of `refused` and `ended`. */
export type CallEvent =
  /** A provisional response without a session description. Status 180 to 199. */
  | { readonly type: 'ringing'; readonly status: number; readonly reason: string }
  /**
   * A provisional response with a session description: media may arrive before the call is answered; RFC
   * 3262.
   */
  | { readonly type: 'early-media'; readonly status: number; readonly sdp: string }
  /** A 2xx. `sdp` is the answer to our offer, from a reliable provisional response when the 2xx has none. */
  | { readonly type: 'answered'; readonly sdp: string }
  /** The peer sent the ACK for our 2xx. */
  | { readonly type: 'established' }
  /**
   * The peer's SDP answer to an offer in our 2xx (the INVITE had none), to a re-INVITE that was `no-answer` before, or
   * to a session refresh, when it differs from the last one.
   */
  | { readonly type: 'peer-answer'; readonly sdp: string }
  | ({ readonly type: 'refused' } & Refusal)
  | {
      readonly type: 'ended'
      readonly by: EndedBy
      readonly q850Cause: number | null
      readonly reasonText: string | null
    }
  /**
   * The peer offers to change the session. Rejected with 488 unless a listener takes or answers it
   * synchronously.
   */
  | { readonly type: 're-offer'; readonly reOffer: ReOffer }
  /** A DTMF digit by SIP INFO (application/dtmf-relay, application/dtmf). */
  | { readonly type: 'dtmf'; readonly digit: string; readonly durationMs: number }
  /** A REFER of the peer; RFC 3515. Declined with 603 unless a listener accepts it synchronously. */
  | { readonly type: 'refer'; readonly refer: ReferRequest }
  /**
   * An INVITE of the peer that replaces this call; RFC 3891. Rejected with 481 unless a listener takes it
   * synchronously. When the new call is established, this one is ended.
   */
  | { readonly type: 'replacement'; readonly take: () => IncomingCall }

/** A re-INVITE (RFC 3261, 14.2) or UPDATE (RFC 3311) of the peer. Only the first response is sent. */
export interface ReOffer {
  readonly method: 'INVITE' | 'UPDATE'
  /** The peer's offer, or null when it requests ours (a re-INVITE without a body). */
  readonly sdp: string | null
  /** Defers the answer, for up to 30 s. */
  take(): void
  /**
   * Accepts with our answer, or our offer when `sdp` is null; the answer to that arrives as `peer-answer`.
   */
  answer(sdp: string): void
  refuse(status: 488 | 491 | 606): void
}

/** A REFER of the peer; RFC 3515. */
export interface ReferRequest {
  /** URI to call. */
  readonly target: string
  /** Dialog to replace (RFC 3891), from the headers of the URI. */
  readonly replaces: string | null
  /** Our answered call with the same peers that {@link replaces} names; null when it names none. */
  readonly replacedCall: Call | null
  /** Value of Referred-By (RFC 3892). */
  readonly referredBy: string | null
  /** Responds 202. {@link ReferProgress.report} notifies the peer of the outcome. */
  accept(): ReferProgress
  refuse(status: number): void
}

export interface ReferProgress {
  /** Sends NOTIFY with a sipfrag of this status. A final status ends the subscription. RFC 3515, 2.4.4. */
  report(status: number, reason: string): void
}

export interface ReferOptions {
  /** SIP or tel URI that the peer is asked to call. */
  readonly target: string
  /** The dialog that the new call is to replace at `target`, as a value of Replaces: an attended transfer. */
  readonly replaces?: string
  /** URI for Referred-By; RFC 3892. */
  readonly referredBy?: string
  /** How long to wait for the result once the peer has accepted. 180,000 by default. */
  readonly timeoutMs?: number
  /** Called with each higher provisional status that the peer reports. */
  readonly onProgress?: (status: number) => void
}

/**
 * The result of a REFER.
 *
 * - `transferred`: the peer reports that its call to the target was answered. The call with us continues.
 * - `failed`: the peer reports that its call to the target failed.
 * - `refused`: the peer does not call the target, or the REFER could not be sent.
 * - `not-reported`: the peer may have accepted, but reports no result: not in time, because it has ended the
 *   subscription or the call with us, or because we have ended that.
 */
export type ReferOutcome =
  | { readonly result: 'transferred' }
  | { readonly result: 'failed'; readonly status: number; readonly reason: string }
  | ({ readonly result: 'refused' } & Refusal)
  | { readonly result: 'not-reported'; readonly reason: 'timeout' | 'terminated' | 'ended-by-peer' | 'ended' }

export type OfferOutcome =
  | { readonly ok: true; readonly sdp: string }
  /** The session is unchanged. */
  | ({ readonly ok: false } & Refusal)

export interface Call {
  readonly callId: string
  /** State with which another process can end the call; null before the answer and after the end. */
  readonly dialog: StoredDialog | null
  /** The IP address with which the peer has answered or called; null before the answer. */
  readonly peerAddress: string | null
  /**
   * Adds a listener; events before the first listener are buffered for it. Returns a function that removes
   * the listener.
   */
  onEvent(listener: (event: CallEvent) => void): () => void
  /**
   * Ends the call, depending on its state by CANCEL, by BYE, or by a 487 response. Resolves when the peer has
   * confirmed or could not be reached. Idempotent.
   */
  hangUp(reason?: { readonly q850Cause: number; readonly text?: string }): Promise<void>
  /**
   * Sends a re-INVITE. After a collision (491) it is retried; RFC 3261, 14.1. Without a final response after 32 s
   * it is cancelled and `no-answer`; an answer that arrives nevertheless is emitted as `peer-answer`.
   *
   * @param createSdp called each time just before the offer is sent, because other descriptions may be sent before.
   */
  offer(createSdp: () => string): Promise<OfferOutcome>
  /** Sends an UPDATE, which is also allowed before the call is answered; RFC 3311. */
  update(createSdp: () => string): Promise<OfferOutcome>
  /** Sends INFO; RFC 6086. Resolves to the final response. */
  sendInfo(contentType: string, body: string): Promise<Outcome>
  /**
   * Asks the peer by REFER to call another URI, in an established call; RFC 3515. Only one may be pending. Never
   * rejects for failures of the peer or the network.
   *
   * @throws {RangeError} a URI or the dialog to replace is malformed.
   */
  refer(options: ReferOptions): Promise<ReferOutcome>
}

export interface OutgoingCall extends Call {
  readonly direction: 'outgoing'
}

export interface IncomingCall extends Call {
  readonly direction: 'incoming'
  /** The received INVITE. */
  readonly request: SipRequest
  readonly source: RemoteEndpoint
  /** The Request-URI. */
  readonly target: string
  readonly from: { readonly uri: string; readonly displayName: string }
  readonly to: { readonly uri: string; readonly displayName: string }
  /** URIs of P-Asserted-Identity. Only to be used from a trusted peer; RFC 3325. */
  readonly assertedIdentities: readonly string[]
  /** Whether the caller requests privacy; RFC 3323, RFC 3325. */
  readonly wantsPrivacy: boolean
  /** The peer's SDP offer, or null when it expects ours in the 2xx. */
  readonly offered: string | null
  readonly maxForwards: number
  /** Checks the endpoints of requests of this call. Initially that of the user agent. */
  isEndpointAllowed: EndpointFilter
  /**
   * Responds 180, or 183 with `sdp`. The response is reliable (RFC 3262) when the peer requires it, or when
   * `reliable` is set and the peer supports it; then the promise resolves when the peer has acknowledged it.
   */
  ring(options?: { readonly sdp?: string; readonly reliable?: 'if-possible' }): Promise<void>
  /**
   * Responds 200. When a reliable `ring` carried the SDP answer, `sdp` is not sent again (RFC 6337, 3.1.1).
   */
  answer(sdp: string): Promise<void>
  /** Refuses the call with a status from 300 to 699. `contacts` are for a 3xx. */
  refuse(status: number, reason?: string, options?: RefuseOptions): void
}

export interface RefuseOptions {
  readonly contacts?: readonly string[]
  readonly retryAfterSeconds?: number
  readonly q850Cause?: number
}
