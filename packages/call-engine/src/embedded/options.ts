import type { TrunkId } from '../trunk.ts'

export interface EmbeddedEngineOptions {
  /** Where SIP is spoken: an address of this machine. */
  readonly sipHost: string
  /** UDP and TCP; TLS one above. 0 takes any free ports. */
  readonly sipPort: number
  /** What trunks are told to send to, where it is not `sipHost`. */
  readonly publicHost?: string | null
  /** Where audio is received: an address of this machine. `sipHost` when left out. */
  readonly mediaHost?: string
  /** Of the first media process, for all its browsers; the second takes one more. 0 takes any free port. */
  readonly mediaPort: number
  /** One per core when left out. */
  readonly mediaProcesses?: number
  /** STUN and TURN for the browsers, handed over in the join information. */
  readonly iceServers?: readonly IceServer[]
  /** For SIP over TLS as a server; PEM. Without it TLS is spoken to trunks as a client only. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string }
  /** Certificate authorities for TLS trunks, PEM; the machine's own when left out. */
  readonly trustedAuthorities?: readonly string[]
  /** Whether a trunk may be reached at an address that its name resolved to. Anything when left out. */
  readonly mayReach?: (trunkId: TrunkId, address: string, port: number) => boolean
  /** One line per change of state; no secrets, no audio. */
  readonly log?: (event: string, fields: Readonly<Record<string, string | number | boolean | null>>) => void
  /** How long a conference waits for its last browser to come back. 60 s when left out. */
  readonly keepDetachedMs?: number
}

export interface IceServer {
  readonly urls: readonly string[]
  readonly username?: string
  readonly credential?: string
}
