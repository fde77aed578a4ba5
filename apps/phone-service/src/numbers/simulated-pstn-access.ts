import type { TrunkConfig } from '@parley/call-engine'
import type { me } from '@parley/contract/phone'

/** Id of the simulated telephone network among the trunks of the engine. Trunks of workspaces have UUIDs. */
export const simulatedPstnTrunkId = 'carrier'

/** Access of the phone service to the simulated telephone network. */
export interface SimulatedPstnAccess {
  /** Host of its SIP server. */
  readonly host: string
  readonly port: number
  /** Credentials with which Parley registers, to receive calls to its users. */
  readonly username: string
  readonly password: string
  /** Test services and their numbers. */
  readonly directory: readonly Readonly<me.DirectoryEntry>[]
  /** Returns the personal number with this zero-based index, or null when there are no more. */
  personalNumberAt(index: number): string | null
  /** Whether a number belongs to this network, where calls are free. */
  owns(number: string): boolean
}

/** The simulated telephone network as operations use it: null when it is not used. */
export interface SimulatedPstnService {
  readonly simulatedPstn: SimulatedPstnAccess | null
}

/** Returns the simulated telephone network as a trunk of the engine. */
export function listBuiltInTrunks(pstn: SimulatedPstnAccess | null): TrunkConfig[] {
  if (!pstn) return []
  const { host, port, username, password } = pstn
  const config: TrunkConfig = {
    id: simulatedPstnTrunkId,
    host,
    port,
    transport: 'udp',
    username,
    password,
    registration: 'register',
    outboundProxy: null,
    mediaEncryption: 'off',
    codecs: ['PCMU'],
    isContactOnly: true,
    // Through it, members dial each other.
    linksConferences: true,
  }
  return [config]
}
