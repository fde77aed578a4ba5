import type { Resolver } from '@parley/sip'
import type { ConferenceId } from '../identifiers.ts'
import type { TrunkId } from '../trunk.ts'

export interface EmbeddedEngineOptions {
  /** Local address for SIP. */
  readonly sipHost: string
  /** Port for UDP and TCP. TLS uses the next port when `tls` is set. 0 takes any free ports. */
  readonly sipPort: number
  /**
   * Public host name or IP address signalled to trunks, if it differs from `sipHost`. A name is resolved
   * once.
   */
  readonly publicHost?: string | null
  /** Local address for audio. Default: `sipHost`. */
  readonly mediaHost?: string
  /** First UDP port for WebRTC connections, of which each has its own port. 0 takes any free ports. */
  readonly mediaPort: number
  /**
   * Number of these ports of each media process; each further process uses the next ones. Default 1,000. A
   * connection that is replaced has its port until the new one is connected. Of them, 5 % are reserved for
   * emergency calls: at least five, and at most a fifth.
   */
  readonly mediaPortsPerProcess?: number
  /** Port range for RTP with trunks, both ends included. Default: any port. */
  readonly rtpPorts?: { readonly min: number; readonly max: number }
  /** Default: one per core. */
  readonly mediaProcesses?: number
  /**
   * A media process that sends nothing for this long, although it is pinged, is killed and replaced, and its
   * conferences migrate as after a crash. Default 10 s.
   */
  readonly mediaResponseTimeoutMs?: number
  /** STUN and TURN servers, passed to browsers in the join information. */
  readonly iceServers?: readonly IceServer[]
  /** Certificate and key for incoming SIP over TLS, PEM. Without them TLS is used only towards trunks. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string }
  /** Certificate authorities for TLS trunks, PEM. Default: those of Node.js and `NODE_EXTRA_CA_CERTS`. */
  readonly trustedAuthorities?: readonly string[]
  /**
   * Returns whether packets may be sent to an address on behalf of a trunk: a configured address, one its
   * host name resolves to, or one its messages contain for signalling or audio. The trunk is null when the
   * address belongs to none. Default: all are allowed.
   */
  readonly isAddressAllowed?: (address: string, trunkId: TrunkId | null) => boolean
  /**
   * Resolves a host name of a trunk or in its messages; empty when that fails. Default: by the name servers
   * of the system.
   */
  readonly resolveHost?: (name: string) => Promise<readonly { readonly address: string }[]>
  /** Returns the SRV records of a name; empty when there are none. Default: by the name servers of the system. */
  readonly resolveSrv?: Resolver['srv']
  /** Logs state changes; never contains secrets or audio. */
  readonly log?: (
    event: string,
    fields: Readonly<Record<string, string | number | boolean | null>>,
    level?: 'info' | 'warn',
  ) => void
  /**
   * A telephone leg without incoming RTP for this long leaves, unless none is expected. Alone in its conference and not
   * on hold, it leaves two seconds later without RTP and RTCP in any case. Default 20 s.
   */
  readonly silenceTimeoutMs?: number
  /**
   * How long a new browser may take to connect. It is as long as a telephone that is dialled meanwhile may ring for no
   * user. Default 20 s.
   */
  readonly connectTimeoutMs?: number
  /** How long a browser has its reserved port after the emergency service has left its call. Default 10 s. */
  readonly reservedPortTimeoutMs?: number
  /** How long a conference waits for its last browser to reconnect. Default 60 s. */
  readonly detachedTimeoutMs?: number
}

export interface IceServer {
  readonly urls: readonly string[]
  readonly username?: string
  readonly credential?: string
}

/** The settings of one conference. */
export interface ConferenceSettings {
  readonly id: ConferenceId
  readonly audio: 'telephone' | 'wideband'
  readonly isEmergency: boolean
  readonly ownerId: string | null
  readonly iceServers: readonly IceServer[]
  readonly connectTimeoutMs: number
  readonly detachedTimeoutMs: number
  readonly silenceTimeoutMs: number
  readonly log?: EmbeddedEngineOptions['log']
}
