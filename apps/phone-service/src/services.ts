import type { AnnouncementLanguage, CallEngine } from '@parley/call-engine'
import type { me } from '@parley/contract/phone'
import type { Log, RateLimits, Secrets } from '@parley/server'
import type { Kysely } from 'kysely'
import type { PhoneTables } from './database/tables.ts'

/**
 * Dependencies of operations that no module of this service implements. An operation adds what modules offer:
 * `Services & LiveService`.
 */
export interface Services {
  readonly database: Kysely<PhoneTables>
  readonly engine: CallEngine
  readonly secrets: Secrets
  readonly rateLimits: RateLimits
  readonly log: Log
  readonly now: () => Date
  /** Id of the phone's project in the account service. */
  readonly projectId: string
  /** Stable across restarts. Each call stores the id of the node that controls it. */
  readonly nodeId: string
  /** A node that has lost it places and accepts no calls. */
  readonly nodeLease: {
    readonly isHeld: boolean
    /** Whether this node has released it itself, so that its running calls continue without it. */
    readonly isReleased: boolean
    /** Stored with each call. */
    readonly epoch: number
  }
  /** Whether this node is being stopped: it accepts no new calls, and its running calls continue. */
  readonly draining: { readonly hasStarted: boolean }
  /** Services of the simulated telephone network, by number. */
  readonly directory: ReadonlyMap<string, Readonly<me.DirectoryEntry>>
  readonly settings: PhoneSettings
}

export interface PhoneSettings {
  /** Whether the public URL is https. */
  readonly isSecure: boolean
  /** Public URL of the phone; null when it is reachable from this machine only. */
  readonly publicUrl: string | null
  /** Where users open the phone, for links in e-mails. */
  readonly phoneUrl: string
  /** Home country of a new workspace, ISO 3166-1 alpha-2. */
  readonly homeCountry: string
  /** Language of workspaces whose administrators have chosen none. */
  readonly language: AnnouncementLanguage
  /** Outgoing calls of all workspaces at the same time. */
  readonly maxConcurrentCalls: number
  /** A call reserves this much of the limits per day, before it needs it. */
  readonly reservationSeconds: number
  readonly ringTimeoutMs: number
  /** How long after the last input in a tab its user counts as present. */
  readonly idleAfterMs: number
  /** How long a leg whose browser has disconnected stays in the call. */
  readonly detachedKeepMs: number
  /** How long a call stays parked before it rings for the user who has parked it. */
  readonly parkedKeepMs: number
  /** How long the test of one part may take. */
  readonly selfTestTimeoutMs: number
  /** Host that trunks use to reach our SIP user agent. */
  readonly sipHost: string
  /** Private networks in CIDR notation in which trunks are allowed. */
  readonly outboundNetworks: readonly string[]
  /** Origin of a push service on loopback, for tests; null otherwise. */
  readonly localPushOrigin: string | null
  readonly maxContactsPerWorkspace: number
  /** Of a user in one workspace. */
  readonly maxPrivateContactsPerUser: number
  /** Size of the contacts of a workspace. */
  readonly maxContactBytes: number
  /** Size of the announcements of a workspace. The uploads of a user in all workspaces may be twice as large. */
  readonly maxAnnouncementBytes: number
  /** Events for webhooks that are stored of a workspace. */
  readonly maxWebhookEvents: number
  /** Directory of the embedded database; null when the database may be on another machine. */
  readonly databaseDirectory: string | null
  /** The free space on its disk below which no client adds to it. */
  readonly minFreeDiskBytes: number
  readonly maxLiveConnectionsPerUser: number
  /** Maximum of an IPv4 address or an IPv6 /64. */
  readonly maxLiveConnectionsPerNetwork: number
}
