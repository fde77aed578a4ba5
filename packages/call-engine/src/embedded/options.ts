import type { TrunkId } from '../trunk.ts'

export interface EmbeddedEngineOptions {
  /** Where SIP is spoken: an address of this machine. */
  readonly sipHost: string
  /** UDP and TCP; TLS one above, where `tls` is given. 0 takes any free ports. */
  readonly sipPort: number
  /** Name or address that trunks are told to send to, where it is not `sipHost`. A name is looked up once. */
  readonly publicHost?: string | null
  /** Where audio is received: an address of this machine. `sipHost` when left out. */
  readonly mediaHost?: string
  /** Of the first media process, for all its browsers; the second takes one more. 0 takes any free port. */
  readonly mediaPort: number
  /** Ports for the audio of telephones, both ends included; any when left out. */
  readonly rtpPorts?: { readonly min: number; readonly max: number }
  /** One per core when left out. */
  readonly mediaProcesses?: number
  /** STUN and TURN for the browsers, handed over in the join information. */
  readonly iceServers?: readonly IceServer[]
  /** For SIP over TLS as a server; PEM. Without it TLS is spoken to trunks as a client only. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string }
  /** Certificate authorities for TLS trunks, PEM; the machine's own when left out. */
  readonly trustedAuthorities?: readonly string[]
  /**
   * Whether anything may be sent to an address on behalf of a trunk: one that it was given, that its name leads to, or
   * that its messages name for requests or for audio. The trunk is null for what belongs to none. Any may when left out.
   */
  readonly mayReach?: (address: string, trunkId: TrunkId | null) => boolean
  /** One line per change of state; no secrets, no audio. */
  readonly log?: (event: string, fields: Readonly<Record<string, string | number | boolean | null>>) => void
  /** A telephone that was heard, or should have been, and is silent on the wire so long, has left. 20 s when left out. */
  readonly lineSilentMs?: number
  /** How long a conference waits for its last browser to come back. 60 s when left out. */
  readonly keepDetachedMs?: number
}

export interface IceServer {
  readonly urls: readonly string[]
  readonly username?: string
  readonly credential?: string
}
