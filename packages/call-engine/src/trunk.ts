export type TrunkId = string

export type TrunkCodec = 'PCMU' | 'PCMA' | 'G722' | 'opus'

/** A way into the telephone network. */
export interface TrunkConfig {
  readonly id: TrunkId
  /** Name or address; IPv6 in brackets. */
  readonly host: string
  /** 0 looks the port up in the DNS (RFC 3263), then takes the transport's own. */
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  /** Null where the trunk knows us by our address. */
  readonly username: string | null
  readonly password: string | null
  readonly registration: 'register' | 'none'
  /** `host` or `host:port`: where requests are sent instead of to `host`. */
  readonly outboundProxy: string | null
  /** `sdes` offers and demands SRTP (RFC 4568), over TLS only. */
  readonly mediaEncryption: 'off' | 'sdes'
  /** In the order preferred. */
  readonly codecs: readonly TrunkCodec[]
  /** The numbers that it brings. Among trunks at one address they tell whose a call is. */
  readonly numbers?: readonly string[]
  /** Whether a redirection (3xx) or transfer (REFER) by the trunk may make a call; refused when left out. */
  readonly mayRedirectTo?: (target: string) => Promise<boolean>
}

/** What the network answered, for the place under "Details". */
export interface SipAnswer {
  readonly code: number
  readonly phrase: string
}

/**
 * - `unchecked`: needs no registration, and has not been asked yet;
 * - `ready`: needs no registration, and answers OPTIONS;
 * - `refused`: it does not accept user name or password.
 */
export type TrunkStatus =
  | 'unchecked'
  | 'ready'
  | 'registering'
  | 'registered'
  | 'refused'
  | 'unreachable'
  | 'failed'

export interface TrunkState {
  readonly status: TrunkStatus
  /** Epoch milliseconds. */
  readonly since: number
  readonly sipAnswer: SipAnswer | null
}

/** One step of a test, in the order tried. */
export interface TrunkTestStep {
  readonly key: 'resolve' | 'reach' | 'register'
  readonly result: 'passed' | 'failed' | 'skipped'
  /** What happened; a key of the message catalogues. */
  readonly outcome: TrunkTestOutcome
  /** The address or the host in question. */
  readonly subject: string
  readonly tookMs: number
  readonly sipAnswer: SipAnswer | null
}

export type TrunkTestOutcome =
  | 'resolved'
  | 'name-unknown'
  | 'address-not-allowed'
  | 'answered'
  | 'no-answer'
  | 'connection-refused'
  | 'certificate-refused'
  | 'registered'
  | 'password-refused'
  | 'registration-failed'
  | 'no-registration-wanted'
  | 'earlier-step-failed'

export interface TrunkTest {
  readonly passed: boolean
  readonly steps: readonly TrunkTestStep[]
}
