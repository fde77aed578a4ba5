export type TrunkId = string

export type TrunkCodec = 'PCMU' | 'PCMA' | 'G722' | 'opus'

/** A SIP trunk: a connection to the telephone network. */
export interface TrunkConfig {
  readonly id: TrunkId
  /** Host name or IP address; IPv6 in brackets. */
  readonly host: string
  /** 0 resolves the port by DNS (RFC 3263) and falls back to the transport's default port. */
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  /** Null when the trunk identifies us by IP address. */
  readonly username: string | null
  readonly password: string | null
  readonly registration: 'register' | 'none'
  /** `host` or `host:port`: the destination of requests instead of `host`. */
  readonly outboundProxy: string | null
  /** `sdes` offers and requires SRTP (RFC 4568), over TLS only. */
  readonly mediaEncryption: 'off' | 'sdes'
  /** In order of preference. */
  readonly codecs: readonly TrunkCodec[]
  /** Numbers routed to this trunk. They assign a call when several trunks share one IP address. */
  readonly numbers?: readonly string[]
  /**
   * Returns whether a redirection (3xx) or transfer (REFER) by the trunk may start a call to `target`. All are rejected
   * when omitted.
   */
  readonly mayRedirectTo?: (target: string) => Promise<boolean>
}

/** The SIP response of the network, shown under "Details". */
export interface SipAnswer {
  readonly code: number
  readonly phrase: string
}

/**
 * - `unchecked`: registration is not required, and no OPTIONS response has been received yet;
 * - `ready`: registration is not required, and the trunk responds to OPTIONS;
 * - `refused`: the trunk rejects the user name or password.
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

/** One step of a trunk test, in the order run. */
export interface TrunkTestStep {
  readonly key: 'resolve' | 'reach' | 'register'
  readonly result: 'passed' | 'failed' | 'skipped'
  /** The result; a key of the message catalogues. */
  readonly outcome: TrunkTestOutcome
  /** The host or IP address tested. */
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
