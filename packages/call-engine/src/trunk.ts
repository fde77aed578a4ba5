export type TrunkId = string

export type TrunkCodec = 'PCMU' | 'PCMA' | 'G722' | 'opus'

/** The configuration of a SIP trunk. */
export interface TrunkConfig {
  readonly id: TrunkId
  /** Host name or IP address; IPv6 in brackets. */
  readonly host: string
  /** 0 for the port from the DNS (RFC 3263), or the default port of the transport. */
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  /** Null when the trunk authenticates us by IP address. */
  readonly username: string | null
  readonly password: string | null
  readonly registration: 'register' | 'none'
  /** `host` or `host:port` of the proxy that requests are sent to instead of `host`. */
  readonly outboundProxy: string | null
  /** `sdes` offers and requires SRTP (RFC 4568); only with TLS. */
  readonly mediaEncryption: 'off' | 'sdes'
  /** In order of preference. */
  readonly codecs: readonly TrunkCodec[]
  /**
   * The numbers of the trunk, in every form in which its provider may write them; a leading plus is ignored.
   * Among trunks at one IP address they decide which one an incoming call belongs to.
   */
  readonly numbers?: readonly string[]
  /** Epoch milliseconds. Of trunks of several owners at one IP address, the earlier one takes precedence. */
  readonly createdAt?: number
  /** Owner of the trunk. A call that may belong to trunks of several owners is rejected. */
  readonly owner?: string
  /**
   * Whether the registrar of a trunk has ever accepted its user name and password, which may be invented otherwise; true
   * by default, as without registration. Until it does, the trunk takes no calls beside trunks of other owners, except
   * to its registered contact.
   */
  readonly isAccepted?: boolean
  /** Repeated in the `trunk-state` events of the trunk with this configuration. */
  readonly revision?: string
  /** Whether the trunk takes only calls to its registered contact. */
  readonly isContactOnly?: boolean
  /**
   * The IP addresses that the trunk may use, in canonical form, until `grantTrunkAddresses` grants others. Without the
   * property, it uses all to which its hosts resolve.
   */
  readonly grantedAddresses?: readonly string[]
  /** Whether REFER may be sent to the trunk, and a REFER of the trunk may be followed. Not allowed by default. */
  readonly allowsRefer?: boolean
  /**
   * Whether its legs may lead to other conferences of this engine, which may be recorded. They do not receive the audio of
   * a telephone that is not answered or holds us, because it would not hear the announcement. Calls name the leg that has
   * dialled them, and are trusted to do so: only for a network that this installation runs itself. False by default.
   */
  readonly linksConferences?: boolean
}

/** The SIP response of the trunk, for the details in the interface. */
export interface SipResponse {
  readonly code: number
  readonly phrase: string
}

/**
 * - `unchecked`: no registration needed, and no response to OPTIONS yet;
 * - `ready`: no registration needed, and it responds to OPTIONS;
 * - `refused`: it rejects user name or password;
 * - `address-pending`: none of its IP addresses is granted yet;
 * - `address-taken`: none of its IP addresses is granted, because they belong to another owner;
 * - `failed`: it rejects the registration for another reason, or its configuration is invalid.
 */
export type TrunkStatus =
  | 'unchecked'
  | 'ready'
  | 'registering'
  | 'registered'
  | 'refused'
  | 'unreachable'
  | 'address-pending'
  | 'address-taken'
  | 'failed'

export interface TrunkState {
  readonly status: TrunkStatus
  /** Epoch milliseconds. */
  readonly since: number
  readonly sipAnswer: SipResponse | null
}

/** One step of a trunk test. */
export interface TrunkTestStep {
  readonly key: 'resolve' | 'reach' | 'register'
  readonly result: 'passed' | 'failed' | 'skipped'
  /** A key of the message catalogues. */
  readonly outcome: TrunkTestOutcome
  /** The tested host. */
  readonly subject: string
  readonly tookMs: number
  readonly sipAnswer: SipResponse | null
}

export type TrunkTestOutcome =
  | 'resolved'
  | 'too-many-addresses'
  | 'name-unknown'
  | 'address-not-allowed'
  | 'address-taken'
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

/**
 * The outcome of a transfer by the trunk.
 *
 * - `transferred`: the trunk has connected the telephone with the number, and the leg leaves;
 * - `refused`: by the trunk or the called party; the leg stays. `sipAnswer` is null when no response arrived;
 * - `not-supported`: the trunk does not know REFER, or may not be sent one; the leg stays.
 */
export type TransferOutcome =
  | { readonly result: 'transferred' }
  | { readonly result: 'refused'; readonly sipAnswer: SipResponse | null }
  | { readonly result: 'not-supported' }
