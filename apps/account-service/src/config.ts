import { availableParallelism } from 'node:os'
import type { managedProjects } from '@parley/contract/account'
import { defaultMinFreeDiskBytes } from '@parley/server'

type ProviderId = (typeof managedProjects.providerIds)[number]
type SharedProviderId = (typeof managedProjects.sharedProviderIds)[number]

/** OAuth client credentials that the operator registered with a provider. */
export interface ProviderCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** An OpenAI-compatible model, configured by the operator. */
export interface AiModel {
  /** Base URL including the version: `https://api.example.com/v1`. */
  readonly url: string
  readonly key: string | null
  readonly model: string
}

/** Cost parameters of Argon2id. Memory in KiB. */
export interface Argon2Cost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** How many hashes run concurrently, and how many more may wait. */
export interface HashingQueue {
  readonly running: number
  readonly waiting: number
}

/** `open`: everyone can sign up. `invited`: only the recipients of pending team invitations can. */
type SignUpMode = 'open' | 'invited'

/** Settings of the account service. Durations are in milliseconds unless the name says otherwise. */
export interface AccountOptions {
  /**
   * Origin at which browsers reach the service, without a trailing slash. Also the issuer of access tokens.
   */
  readonly publicUrl: string
  /** Origin of the phone; trusted by the phone's project. */
  readonly phoneUrl: string
  /**
   * URL at which the phone receives the events of its project, on any network, because the operator set it;
   * null when no phone does.
   */
  readonly phoneEventsUrl: string | null
  /** Sender address of e-mails. */
  readonly mailFrom: string
  /** Timeout for testing an e-mail server. */
  readonly testEmailTimeoutMs: number
  /**
   * Private networks, in CIDR notation, that outbound requests to user-supplied hosts may reach. Set by the
   * operator only.
   */
  readonly outboundNetworks: readonly string[]
  /**
   * The server's own OAuth credentials, which projects may share. A provider that is missing here cannot be
   * shared.
   */
  readonly sharedProviders: Readonly<Partial<Record<SharedProviderId, ProviderCredentials>>>
  /**
   * Origins that replace those of a provider, with the paths unchanged. For tests that simulate providers on
   * this machine: no environment variable sets it, and the outbound host filter does not apply to these
   * origins.
   */
  readonly providerOrigins: Readonly<Partial<Record<ProviderId, string>>>
  /** Whether projects may retrieve provider tokens that were issued to the server's own credentials. */
  readonly sharedProviderTokens: boolean
  /** Model that drafts e-mail themes and templates on request; null disables the feature. */
  readonly aiModel: AiModel | null
  /** Whether anyone may sign up as a project owner. */
  readonly internalSignUp: boolean
  /** Sign-up mode of the phone's project, set at every start; null leaves the stored one. */
  readonly phoneSignUp: SignUpMode | null
  /**
   * Sign-up mode of the phone's project when its first start creates it. Unless it is `open`, a start warns
   * while everyone can sign up.
   */
  readonly initialPhoneSignUp: SignUpMode
  /** At least one minute, because clients require 20 s of remaining lifetime before every request. */
  readonly accessTokenLifetimeMs: number
  readonly sessionLifetimeMs: number
  /** Lifetime of a signing key before it is rotated. */
  readonly signingKeyLifetimeMs: number
  /** Retention of audit entries. */
  readonly auditRetentionDays: number
  /** Size of the stored webhook events of a project. */
  readonly maxWebhookEventBytes: number
  /** Free space on the disk of the embedded database below which clients add no more data. */
  readonly minFreeDiskBytes: number
  readonly signInCodeLifetimeMs: number
  readonly verificationCodeLifetimeMs: number
  readonly passwordCost: Argon2Cost
  readonly passwordQueue: HashingQueue
}

/** The default number of libuv threads. */
const threadPoolSize = 4
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const defaultOptions = {
  phoneEventsUrl: null,
  mailFrom: 'parley@localhost',
  testEmailTimeoutMs: 10_000,
  outboundNetworks: [],
  sharedProviders: {},
  providerOrigins: {},
  sharedProviderTokens: false,
  aiModel: null,
  internalSignUp: false,
  phoneSignUp: null,
  initialPhoneSignUp: 'open',
  accessTokenLifetimeMs: 10 * minuteMs,
  sessionLifetimeMs: 365 * dayMs,
  signingKeyLifetimeMs: 90 * dayMs,
  auditRetentionDays: 400,
  maxWebhookEventBytes: 500_000_000,
  minFreeDiskBytes: defaultMinFreeDiskBytes,
  signInCodeLifetimeMs: 10 * minuteMs,
  verificationCodeLifetimeMs: 60 * minuteMs,
  /** 19 MiB a hash. Source: OWASP Password Storage Cheat Sheet, Argon2id. */
  passwordCost: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** One hash per core. Behind 64 waiting hashes per core, a client should rather retry later. */
  passwordQueue: {
    // One thread is left for slow hashes.
    running: Math.min(availableParallelism(), threadPoolSize - 1),
    waiting: 64 * availableParallelism(),
  },
} as const satisfies Partial<AccountOptions>
