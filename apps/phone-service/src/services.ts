import type { AnnouncementLanguage, CallEngine } from '@parley/call-engine'
import type { me } from '@parley/contract/phone'
import type { Log, Secrets } from '@parley/server'
import type { Kysely } from 'kysely'
import type { AccessTools, serveTo } from './access/index.ts'
import type { PhoneTables } from './database/tables.ts'
import type { LiveHub } from './live/index.ts'
import type { LiveCalls } from './live-calls/index.ts'
import type { CarrierAccess } from './numbers/index.ts'

/** What operations need. Each takes no more of it than it names. */
export interface Services {
  readonly database: Kysely<PhoneTables>
  readonly engine: CallEngine
  readonly access: AccessTools
  readonly secrets: Secrets
  readonly log: Log
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The same over restarts; each call carries the id of the node that holds it. */
  readonly nodeId: string
  readonly live: LiveHub
  readonly liveCalls: LiveCalls
  readonly carrier: CarrierAccess | null
  /** What answers at the carrier's numbers. */
  readonly directory: ReadonlyMap<string, Readonly<me.DirectoryEntry>>
  readonly settings: PhoneSettings
}

export interface PhoneSettings {
  readonly recordingsDirectory: string
  /** The country of a fresh workspace, ISO 3166-1 alpha-2. */
  readonly homeCountry: string
  readonly announcementLanguage: AnnouncementLanguage
  readonly ringTimeoutMs: number
  /** How long a browser that went away keeps its place in a call. */
  readonly detachedKeepMs: number
  /** The address at which trunks reach our SIP. */
  readonly sipHost: string
  /** Networks in CIDR notation that trunks may lie in although they are private. */
  readonly outboundNetworks: readonly string[]
}

export type ServePhone = ReturnType<typeof serveTo>
