import type { Clock } from '../clock.ts'
import type { Credentials } from '../digest/client.ts'
import type { Resolver } from '../dns/locate.ts'
import type { SipRequest } from '../message/message.ts'
import type { TimerSettings } from '../transaction/timers.ts'
import type { Protocol, Remote } from '../transport/flow.ts'
import type { Limits } from '../transport/limits.ts'
import type { Listen, TlsClientOptions } from '../transport/listen.ts'
import type { OnError } from './callbacks.ts'

/**
 * What to do with a request that belongs to no dialog and no transaction of ours.
 *
 * - `process`: it is handled and answered.
 * - `drop`: nothing at all is sent back, not even an error.
 * - `challenge`: the values of WWW-Authenticate (status 401), as a {@link DigestServer} makes them; RFC 3261, 22.2.
 */
export type Verdict = 'process' | 'drop' | { readonly challenge: readonly string[] }

/**
 * Whether a request may be sent to a place. Asked about every place before it is tried, wherever it comes from: a URI, the
 * DNS, or a Contact or Record-Route of the peer. One that may not be used counts as one that cannot be reached. Responses
 * are not asked about: they go to the address that the request came from.
 */
export type MayConnect = (place: Remote) => boolean

export interface UserAgentOptions {
  readonly listen: readonly Listen[]
  /** Host that peers reach us by when it is not the local address (behind NAT); used in Contact and Via. */
  readonly publicHost?: string
  /** Value of User-Agent and Server. */
  readonly userAgentName: string
  /**
   * Judges every request before anything is sent back, malformed ones included. Retransmissions are not asked about
   * again. Everything is processed by default.
   */
  readonly accepts?: (request: SipRequest, source: Remote) => Verdict | Promise<Verdict>
  /**
   * Whether peers are expected at an address. Incoming connections from other addresses have a limit of their own and are
   * closed soon unless a request on them is accepted, so they cannot take the place of a known peer. The addresses of
   * running dialogs are always known. Every address is known by default.
   */
  readonly isKnownPeer?: (address: string) => boolean
  /** Sees every message that is sent or received, with passwords' digests and media keys blanked out. */
  readonly onTrace?: (direction: 'sent' | 'received', remote: Remote, text: string) => void
  /**
   * Called with every error that a callback or listener of the owner throws, or rejects with. Such an error has no other
   * effect: `accepts` and `mayConnect` count as a refusal, a call or request that was not answered yet is answered 500.
   * Prints a warning of the process by default.
   */
  readonly onError?: OnError
  readonly tlsClient?: TlsClientOptions
  readonly clock?: Clock
  /** RFC 3261 T1, T2, T4 and what derives from them, in milliseconds. */
  readonly timers?: Partial<TimerSettings>
  readonly limits?: Partial<Limits>
  readonly resolver?: Resolver
  /** For every request and registration that brings no {@link MayConnect} of its own. Every place may be used by default. */
  readonly mayConnect?: MayConnect
  /** Session timer we ask for and accept, in seconds; RFC 4028. 1,800 and 90 by default. */
  readonly sessionExpiresSeconds?: number
  readonly minimumSessionExpiresSeconds?: number
}

/** A user agent: many calls, registrations and pings over its transports. RFC 3261, section 8. */
export interface UserAgent extends AsyncDisposable {
  /** Where it listens, with the ports that were taken. */
  readonly addresses: readonly { readonly protocol: Protocol; readonly host: string; readonly port: number }[]
  /** Called for each incoming INVITE outside a dialog. Without it such an INVITE is answered 480. */
  onInvite: ((call: IncomingCall) => void) | null
  /**
   * Called for each request outside a dialog that the stack does not answer itself: a REGISTER to a registrar. Without it
   * such a request is answered 405.
   */
  onRequest: ((request: IncomingRequest) => void) | null
  /** Begins a call. Returns at once; what happens is told by the call's events. Never throws for what a peer or network does. */
  invite(options: InviteOptions): OutgoingCall
  /** Asks a peer whether it is there. Resolves to what came of it; RFC 3261, section 11. */
  options(options: OptionsRequest): Promise<Outcome>
  /** Keeps an address of record registered until the registration is closed; RFC 3261, section 10. */
  register(options: RegisterOptions): Registration
  /** Hangs up every call, removes every registration, closes every socket. Closing twice does nothing more. */
  close(): Promise<void>
}

/** A request that its receiver answers by itself. */
export interface IncomingRequest {
  readonly request: SipRequest
  readonly source: Remote
  /** Answers with a final status. One answer counts. */
  respond(status: number, reason: string, headers?: readonly (readonly [name: string, value: string])[]): void
}

/** Where requests of one kind go, and as whom. */
export interface Destination {
  /** Preferred transport when the URI does not say. By RFC 3263 when absent. */
  readonly transport?: Protocol
  /** URI of a proxy that every request passes through first. */
  readonly outboundProxy?: string
  /** Answers challenges of the peer (401, 407). */
  readonly credentials?: Credentials
  /** That of the user agent when absent. */
  readonly mayConnect?: MayConnect
}

export interface InviteOptions extends Destination {
  /** The SIP URI to call; RFC 3261, 19.1. */
  readonly target: string
  /** SIP URI of the caller, for From. */
  readonly from: string
  /** SIP URI for To; `target` when absent. */
  readonly to?: string
  readonly displayName?: string
  /** Session description to offer. */
  readonly offer: string
  /** Further header fields, by name. Those the stack writes itself are refused with a RangeError. */
  readonly headers?: Readonly<Record<string, string>>
  /** The call is cancelled and refused with cause `no-answer` when nobody answers within this time. 180,000 by default. */
  readonly ringTimeoutMs?: number
  /** SIP or tel URI for P-Asserted-Identity; RFC 3325, 9.1. */
  readonly assertedIdentity?: string
  /** Withholds the caller: From is anonymous and Privacy: id is sent; RFC 3323, 4.1; RFC 3325, 9.3. */
  readonly privacy?: 'none' | 'id'
  /**
   * Hops left. For a call that answers an incoming one, one less than {@link IncomingCall.maxForwards}: none left is
   * refused with 483. 70 by default.
   */
  readonly maxForwards?: number
}

/**
 * Why a call, ping or registration came to nothing.
 *
 * - `response`: the peer answered with a final status.
 * - `timeout`: nothing came back (status 408); another target may do better.
 * - `transport`: no connection, or no address to connect to (status 503); another target may do better.
 * - `forbidden`: {@link MayConnect} says no to the last address that was left (status 503); nothing was sent to it.
 * - `no-answer`: it rang for longer than `ringTimeoutMs` (status 408).
 * - `cancelled`: we hung up before the answer (status 487).
 */
export type FailureCause = 'response' | 'timeout' | 'transport' | 'forbidden' | 'no-answer' | 'cancelled'

export interface Refusal {
  readonly cause: FailureCause
  /** SIP status, 300 to 699. */
  readonly status: number
  /** Reason phrase of the answer, or a sentence on what went wrong. */
  readonly reason: string
  /** Text of the Warning field (RFC 3261, 20.43), when there is one. */
  readonly warning: string | null
  /** Q.850 cause of the Reason field (RFC 3326), when there is one. */
  readonly q850Cause: number | null
  /** Text of the Reason field (RFC 3326), when there is one. */
  readonly reasonText: string | null
  /** Retry-After, in seconds (RFC 3261, 20.33). */
  readonly retryAfterSeconds: number | null
  /** Where a 3xx points to. Nothing is dialled by itself. */
  readonly contacts: readonly string[]
}

export type Outcome =
  | { readonly ok: true; readonly status: number; readonly roundTripMs: number }
  | ({ readonly ok: false } & Refusal)

/** What ended a call that was established. */
export type EndedBy = 'peer' | 'us' | 'session-expired' | 'no-acknowledgement' | 'transport'

/** What happens to a call, in order. Exactly one of `refused` and `ended` comes, once, last. */
export type CallEvent =
  /** The peer is being alerted, without media of its own. Status 180 to 199. */
  | { readonly type: 'ringing'; readonly status: number; readonly reason: string }
  /** A provisional answer with a session description: media may come before the answer; RFC 3261, 13.3.1.1, RFC 3262. */
  | { readonly type: 'early-media'; readonly status: number; readonly sdp: string }
  /** The peer answered. `sdp` is the answer to our offer (that of a reliable provisional when the 2xx has none). */
  | { readonly type: 'answered'; readonly sdp: string }
  /** An incoming call that we answered is acknowledged by the peer. */
  | { readonly type: 'established' }
  /** The peer's answer to an offer of ours that travelled in a 2xx (the INVITE had none). */
  | { readonly type: 'peer-answer'; readonly sdp: string }
  | ({ readonly type: 'refused' } & Refusal)
  | {
      readonly type: 'ended'
      readonly by: EndedBy
      readonly q850Cause: number | null
      readonly reasonText: string | null
    }
  /** The peer wants to change the session. Refused with 488 when nobody takes it before all listeners have returned. */
  | { readonly type: 're-offer'; readonly reOffer: ReOffer }
  /** A digit by SIP INFO (application/dtmf-relay, application/dtmf). */
  | { readonly type: 'dtmf'; readonly digit: string; readonly durationMs: number }
  /** The peer asks us to call somebody; RFC 3515. Refused with 603 when nobody takes it. */
  | { readonly type: 'refer'; readonly refer: ReferRequest }

/** A re-INVITE (RFC 3261, 14.2) or UPDATE (RFC 3311) of the peer. Take it, at once or later within 30 s; one answer counts. */
export interface ReOffer {
  readonly method: 'INVITE' | 'UPDATE'
  /** The peer's offer, or null when it asks us to make one (a re-INVITE without a body). */
  readonly sdp: string | null
  /** Says that an answer will come later. */
  take(): void
  /** Accepts with our answer (or our offer when `sdp` is null: its answer comes as `peer-answer`). */
  answer(sdp: string): void
  refuse(status: 488 | 491 | 606): void
}

/** REFER of the peer. */
export interface ReferRequest {
  /** URI to call. */
  readonly target: string
  /** Dialog to replace (RFC 3891), as it stood in the URI's headers. */
  readonly replaces: string | null
  /** Value of Referred-By (RFC 3892). */
  readonly referredBy: string | null
  /** Answers 202. What becomes of it is told to the peer by {@link ReferProgress.report}. */
  accept(): ReferProgress
  refuse(status: number): void
}

export interface ReferProgress {
  /** Sends NOTIFY with a sipfrag of this status; a final one ends the subscription. RFC 3515, 2.4.4. */
  report(status: number, reason: string): void
}

export type OfferOutcome =
  | { readonly ok: true; readonly sdp: string }
  /** The session stays as it was. */
  | ({ readonly ok: false } & Refusal)

export interface Call {
  readonly callId: string
  /** Hears every event from the first on: those before the first listener are kept for it. Returns how to stop. */
  onEvent(listener: (event: CallEvent) => void): () => void
  /**
   * Ends the call as its state needs: CANCEL, BYE, or a 487 to an INVITE that we have not answered.
   * Resolves when the peer has confirmed or could not be reached. Twice is once.
   */
  hangUp(reason?: { readonly q850Cause: number; readonly text?: string }): Promise<void>
  /** Sends a re-INVITE. A collision with the peer's (491) is waited out and tried again; RFC 3261, 14.1. */
  offer(sdp: string): Promise<OfferOutcome>
  /** Sends an UPDATE, which may also travel before the answer; RFC 3311. */
  update(sdp: string): Promise<OfferOutcome>
  /** Sends INFO; RFC 6086. Resolves to the final answer. */
  sendInfo(contentType: string, body: string): Promise<Outcome>
}

export interface OutgoingCall extends Call {
  readonly direction: 'outgoing'
}

export interface IncomingCall extends Call {
  readonly direction: 'incoming'
  /** The INVITE as it came. */
  readonly request: SipRequest
  readonly source: Remote
  /** Request-URI: whom the peer calls. */
  readonly target: string
  readonly from: { readonly uri: string; readonly displayName: string }
  readonly to: { readonly uri: string; readonly displayName: string }
  /** URIs of P-Asserted-Identity. Trust them only from a peer that you trust; RFC 3325. */
  readonly assertedIdentities: readonly string[]
  /** True when the caller asks for privacy; RFC 3323, RFC 3325. */
  readonly wantsPrivacy: boolean
  /** The peer's offer, or null when it wants ours in the answer. */
  readonly offered: string | null
  readonly maxForwards: number
  /** Judges where requests of this call go. That of the user agent until another is set. */
  mayConnect: MayConnect
  /** Value of Replaces (RFC 3891), or null. */
  readonly replaces: string | null
  /**
   * Answers 180, or 183 when `sdp` is given. Travels reliably (RFC 3262) when the peer requires it, or when `reliable`
   * is asked for and the peer can; then it resolves when the peer has confirmed it.
   */
  ring(options?: { readonly sdp?: string; readonly reliable?: 'if-possible' }): Promise<void>
  /** Answers 200. When a reliable `ring` carried the answer already, `sdp` is not sent again (RFC 6337, 3.1.1). */
  answer(sdp: string): Promise<void>
  /** Refuses with a final status, 300 to 699. `contacts` are for a 3xx. */
  refuse(status: number, reason?: string, options?: RefuseOptions): void
}

export interface RefuseOptions {
  readonly contacts?: readonly string[]
  readonly retryAfterSeconds?: number
  readonly q850Cause?: number
}

export interface OptionsRequest extends Destination {
  readonly target: string
  readonly from: string
  /** How long to wait for an answer. 64 times T1 (32,000 ms) by default. */
  readonly timeoutMs?: number
}

export interface RegisterOptions extends Destination {
  /** URI of the registrar, such as `sip:example.com`. */
  readonly registrar: string
  /** Address of record, such as `sip:ada@example.com`. */
  readonly aor: string
  readonly displayName?: string
  /** What we ask for; the registrar decides. 600 by default. */
  readonly expiresSeconds?: number
}

/**
 * Where one registration stands. Times are epoch milliseconds.
 *
 *   registering --200--> registered --refresh fails--> failed --retry--> registering
 *   any --close--> closed
 */
export type RegistrationState =
  | { readonly phase: 'registering' }
  | { readonly phase: 'registered'; readonly expiresAt: number }
  | ({ readonly phase: 'failed'; readonly retryAt: number } & Refusal)
  | { readonly phase: 'closed' }

export interface Registration extends AsyncDisposable {
  readonly state: RegistrationState
  /** The URI that calls to the address of record reach us by; null until the first attempt. */
  readonly contact: string | null
  onState(listener: (state: RegistrationState) => void): () => void
  /** Tries at once instead of at the planned time. */
  refresh(): void
  /** Removes the binding and stops. Resolves when the registrar has confirmed or could not be reached. */
  close(): Promise<void>
}
