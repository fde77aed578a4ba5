import type { AnnouncementLanguage } from '@parley/call-engine'
import { type DatabaseServer, defaultMinFreeDiskBytes } from '@parley/server'
import type { PhoneSettings } from './services.ts'

/** The options of a phone service that become settings of its operations. */
export interface SettingsOptions {
  readonly database: Pick<DatabaseServer, 'directory'>
  readonly listen: { readonly host: string; readonly port: number }
  /** Public URL of the phone; null when it is reachable from this machine only. */
  readonly publicUrl: string | null
  /** Host that trunks use to reach our SIP user agent (`PARLEY_SIP_HOST`). */
  readonly sipHost: string
  /** Private networks in CIDR notation in which trunks are allowed. */
  readonly outboundNetworks?: readonly string[]
  /** Origin of a push service on loopback, for tests. Default: none. */
  readonly localPushOrigin?: string
  /** Home country of new workspaces, ISO 3166-1 alpha-2. Default: US. */
  readonly homeCountry?: string
  /** Language of workspaces whose administrators have chosen none. Default: en-US. */
  readonly language?: AnnouncementLanguage
  /** Outgoing calls of all workspaces at the same time. Default: 500. */
  readonly maxConcurrentCalls?: number
  /** The part of the limits per day that a call reserves before it needs it. Default: 60. */
  readonly reservationSeconds?: number
  /** Default: 45,000. */
  readonly ringTimeoutMs?: number
  /** How long after the last input in a tab its user counts as present. Default: 300,000. */
  readonly idleAfterMs?: number
  /** Default: 60,000. */
  readonly detachedKeepMs?: number
  /** Default: 180,000. */
  readonly parkedKeepMs?: number
  /** Default: 45,000. */
  readonly selfTestTimeoutMs?: number
  /** Default: 100,000. */
  readonly maxContactsPerWorkspace?: number
  /** Default: a tenth of the contacts of a workspace, at least 1,000. */
  readonly maxPrivateContactsPerUser?: number
  /** Size of the contacts of a workspace. Default: 500,000,000. */
  readonly maxContactBytes?: number
  /** Size of the announcements of a workspace. Default: 100,000,000. */
  readonly maxAnnouncementBytes?: number
  /** Events for webhooks that are stored of a workspace. Default: 5,000. */
  readonly maxWebhookEvents?: number
  readonly recordings?: { readonly minFreeDiskBytes?: number }
  /** Default: 50. */
  readonly maxLiveConnectionsPerUser?: number
  /** Maximum of an IPv4 address or an IPv6 /64. Default: 100. */
  readonly maxLiveConnectionsPerNetwork?: number
}

export function createSettings(options: SettingsOptions): PhoneSettings {
  const { maxContactsPerWorkspace = 100_000 } = options
  return {
    publicUrl: options.publicUrl,
    phoneUrl: options.publicUrl ?? `http://localhost:${options.listen.port}`,
    isSecure: options.publicUrl?.startsWith('https:') ?? false,
    homeCountry: options.homeCountry ?? 'US',
    language: options.language ?? 'en-US',
    maxConcurrentCalls: options.maxConcurrentCalls ?? 500,
    reservationSeconds: options.reservationSeconds ?? 60,
    ringTimeoutMs: options.ringTimeoutMs ?? 45_000,
    idleAfterMs: options.idleAfterMs ?? 300_000,
    detachedKeepMs: options.detachedKeepMs ?? 60_000,
    parkedKeepMs: options.parkedKeepMs ?? 180_000,
    selfTestTimeoutMs: options.selfTestTimeoutMs ?? 45_000,
    sipHost: options.sipHost,
    outboundNetworks: options.outboundNetworks ?? [],
    localPushOrigin: options.localPushOrigin ?? null,
    maxContactsPerWorkspace,
    maxPrivateContactsPerUser:
      options.maxPrivateContactsPerUser ?? Math.max(Math.ceil(maxContactsPerWorkspace / 10), 1_000),
    maxContactBytes: options.maxContactBytes ?? 500_000_000,
    maxAnnouncementBytes: options.maxAnnouncementBytes ?? 100_000_000,
    maxWebhookEvents: options.maxWebhookEvents ?? 5_000,
    databaseDirectory: options.database.directory,
    minFreeDiskBytes: options.recordings?.minFreeDiskBytes ?? defaultMinFreeDiskBytes,
    maxLiveConnectionsPerUser: options.maxLiveConnectionsPerUser ?? 50,
    maxLiveConnectionsPerNetwork: options.maxLiveConnectionsPerNetwork ?? 100,
  }
}
