import type { Clock } from '@parley/primitives'
import type { StoredDialog } from '../dialog/stored-dialog.ts'
import type { Credentials } from '../digest/client.ts'
import type { Resolver } from '../dns/locate.ts'
import type { SipRequest } from '../message/message.ts'
import type { TimerSettings } from '../transaction/timers.ts'
import type { Protocol, RemoteEndpoint } from '../transport/flow.ts'
import type { Limits } from '../transport/limits.ts'
import type { Listen, TlsClientOptions } from '../transport/listen.ts'
import type { IncomingCall, OutgoingCall } from './call-api.ts'
import type { OnError } from './callbacks.ts'
import type { EndpointFilter } from './endpoint-filter.ts'
import type { Outcome, Refusal } from './outcome.ts'

export type * from './call-api.ts'
export type * from './endpoint-filter.ts'
export type * from './outcome.ts'

/**
 * The decision on a request that belongs to no dialog and no transaction.
 *
 * - `process`: it is handled.
 * - `drop`: no response is sent, not even an error.
 * - `challenge`: respond 401 with these values of WWW-Authenticate, as returned by a {@link DigestServer};
 *   RFC 3261, 22.2.
 */
export type AcceptDecision = 'process' | 'drop' | { readonly challenge: readonly string[] }

export interface UserAgentOptions {
  readonly listen: readonly Listen[]
  /** Public host when it is not the local address (behind NAT); used in Contact and Via. */
  readonly publicHost?: string
  /** Value of User-Agent and Server. */
  readonly userAgentName: string
  /**
   * Called once for each request outside a dialog, malformed ones included, before any response is sent and
   * not for retransmissions. All requests are processed by default.
   */
  readonly accepts?: (request: SipRequest, source: RemoteEndpoint) => AcceptDecision | Promise<AcceptDecision>
  /**
   * Returns the owner of the peers that are expected at an IP address; null if none are. Requests from
   * unknown addresses are dropped before they are parsed, except in dialogs. Connections from them have a
   * separate limit and are closed soon unless a request on them is accepted, so that they cannot exhaust the
   * connections of known peers. The addresses of running dialogs are always known.
   *
   * Messages of each owner get the same time, and those of all unknown addresses together as much as those of
   * one owner. By default all addresses are known, and each has its own time.
   */
  readonly findPeerOwner?: (address: string) => string | null
  /** Called with every message sent or received, without digest responses and media keys. */
  readonly onTrace?: (direction: 'sent' | 'received', remote: RemoteEndpoint, text: string) => void
  /**
   * Called with every error that a callback or listener of the application throws or rejects with. Such an
   * error does not end the process: `accepts` and `isEndpointAllowed` count as a refusal, and an unanswered
   * call or request gets 500. Emits a process warning by default.
   */
  readonly onError?: OnError
  readonly tlsClient?: TlsClientOptions
  readonly clock?: Clock
  /** RFC 3261 T1, T2, T4 and derived values, in milliseconds. */
  readonly timers?: Partial<TimerSettings>
  readonly limits?: Partial<Limits>
  readonly resolver?: Resolver
  /**
   * Default for requests and registrations without a {@link EndpointFilter}. All endpoints are allowed by
   * default.
   */
  readonly isEndpointAllowed?: EndpointFilter
  /**
   * Session-Expires that we request, and Min-SE that we accept, in seconds; RFC 4028. 1,800 and 90 by
   * default.
   */
  readonly sessionExpiresSeconds?: number
  readonly minimumSessionExpiresSeconds?: number
  /**
   * Whether an INVITE may replace a call (RFC 3891), which gets it as the event `replacement`. Otherwise
   * `replaces` is not supported. Not set by default.
   */
  readonly acceptsReplaces?: boolean
}

/** A user agent (UAC and UAS) with its transports; RFC 3261, section 8. */
export interface UserAgent extends AsyncDisposable {
  /** The local endpoints, with the actual ports. */
  readonly addresses: readonly { readonly protocol: Protocol; readonly host: string; readonly port: number }[]
  /** Called for each INVITE outside a dialog. Without it the response is 480. */
  onInvite: ((call: IncomingCall) => void) | null
  /**
   * Called for REGISTER, SUBSCRIBE, MESSAGE and PUBLISH outside a dialog. Without it the response is 405.
   */
  onRequest: ((request: IncomingRequest) => void) | null
  /** Starts a call and returns immediately. Failures of the peer or the network are events of the call. */
  invite(options: InviteOptions): OutgoingCall
  /** Sends OPTIONS; RFC 3261, section 11. Never rejects for failures of the peer or the network. */
  options(options: OptionsRequest): Promise<Outcome>
  /**
   * Ends a dialog of a process that has crashed, by BYE. Never rejects for failures of the peer or the
   * network.
   */
  endDialog(options: EndDialogOptions): Promise<Outcome>
  /**
   * Registers an address of record, and refreshes the binding until the registration is closed; RFC 3261,
   * section 10.
   */
  register(options: RegisterOptions): Registration
  /** Ends all calls, removes all registrations and closes all sockets. Idempotent. */
  close(): Promise<void>
}

/** A request outside a dialog that the application responds to. */
export interface IncomingRequest {
  readonly request: SipRequest
  readonly source: RemoteEndpoint
  /** Sends a final response. Only the first one is sent. */
  respond(status: number, reason: string, headers?: readonly (readonly [name: string, value: string])[]): void
}

/** Routing and credentials of outgoing requests. */
export interface Destination {
  /** Preferred transport when the URI has none. Selected by RFC 3263 when absent. */
  readonly transport?: Protocol
  /** SIP URI of the first proxy of every request. */
  readonly outboundProxy?: string
  /** For challenges (401, 407) of the endpoints to which requests outside of a dialog are sent. */
  readonly credentials?: Credentials
  /** That of the user agent when absent. */
  readonly isEndpointAllowed?: EndpointFilter
}

/** A {@link Call.dialog} that was stored by another process. Its routes are used instead of a proxy. */
export interface EndDialogOptions extends Pick<Destination, 'credentials' | 'isEndpointAllowed'> {
  /** Whose challenges are answered with the credentials. `isEndpointAllowed` when absent. */
  readonly mayChallenge?: EndpointFilter
  readonly dialog: StoredDialog
}

export interface InviteOptions extends Destination {
  /** For the requests in the dialogs of the call. `isEndpointAllowed` when absent. */
  readonly isDialogEndpointAllowed?: EndpointFilter
  /**
   * Whose challenges in the dialogs of the call are answered with the credentials, in addition to those of the IP
   * addresses to which the INVITE was sent. None when absent.
   */
  readonly mayChallenge?: EndpointFilter
  /** The SIP URI to call; RFC 3261, 19.1. */
  readonly target: string
  /** SIP URI for From. */
  readonly from: string
  /** SIP URI for To; `target` when absent. */
  readonly to?: string
  readonly displayName?: string
  /** Session description to offer. */
  readonly offer: string
  /** Additional header fields, by name. Throws a RangeError for fields that the stack writes. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The call is cancelled with cause `no-answer` when it is not answered within this time. 180,000 by
   * default.
   */
  readonly ringTimeoutMs?: number
  /** SIP or tel URI for P-Asserted-Identity; RFC 3325, 9.1. */
  readonly assertedIdentity?: string
  /** `id` withholds the caller: anonymous From and `Privacy: id`; RFC 3323, 4.1; RFC 3325, 9.3. */
  readonly privacy?: 'none' | 'id'
  /**
   * Max-Forwards. For a call on behalf of an incoming one, {@link IncomingCall.maxForwards} minus one: with 0
   * the call fails with 483. 70 by default.
   */
  readonly maxForwards?: number
  /** The dialog of the called peer to replace, as the value of Replaces; RFC 3891. */
  readonly replaces?: string
  /**
   * Runs once when a 2xx is acknowledged: the peer may charge the call. Unlike the event `answered`, also when the 2xx
   * crosses our CANCEL or has no session description, which may be after the last event of the call.
   */
  readonly onAcknowledged?: () => void
}

export interface OptionsRequest extends Destination {
  readonly target: string
  readonly from: string
  /** How long to wait for a response. 64 * T1 (32,000 ms) by default. */
  readonly timeoutMs?: number
}

export interface RegisterOptions extends Destination {
  /** URI of the registrar, such as `sip:example.com`. */
  readonly registrar: string
  /** Address of record, such as `sip:ada@example.com`. */
  readonly aor: string
  readonly displayName?: string
  /** The expiry that we request; the registrar decides. 600 by default. */
  readonly expiresSeconds?: number
  /** User part of our Contact, which identifies this binding. Default: the user of `aor`. */
  readonly contactUser?: string
}

/**
 * The state of a registration. Times are epoch milliseconds.
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
  /** Our Contact URI; null until the first attempt. */
  readonly contact: string | null
  onState(listener: (state: RegistrationState) => void): () => void
  /** Sends REGISTER now instead of at the planned time. */
  refresh(): void
  /**
   * Removes the binding and stops refreshing. Resolves when the registrar has confirmed or could not be
   * reached.
   */
  close(): Promise<void>
}
