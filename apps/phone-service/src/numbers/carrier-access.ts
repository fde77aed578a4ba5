import type { me } from '@parley/contract/phone'

/** Id of the carrier among the trunks of the engine; those of workspaces are uuids. */
export const carrierTrunkId = 'carrier'

/** The built-in telephone network, as far as the phone knows of it. */
export interface CarrierAccess {
  /** Where its SIP server listens. */
  readonly host: string
  readonly port: number
  /** With what Parley registers there, so that calls to its people find it. */
  readonly username: string
  readonly password: string
  /** Numbers at which something answers, to try the line with. */
  readonly directory: readonly Readonly<me.DirectoryEntry>[]
  /** The nth number, from 0, that may be given to a person; null when there are no more. */
  personalNumberAt(index: number): string | null
  /** Whether a number is of this network, where no call costs anything. */
  owns(number: string): boolean
}
