import type { ownProjects } from '@parley/contract/account'
import type { AiModel } from './ai-chat/index.ts'
import {
  type Argon2Cost,
  type HashingQueue,
  productionCost,
  productionQueue,
} from './password-hashes/index.ts'

type ProviderId = (typeof ownProjects.providerIds)[number]
type SharedProviderId = (typeof ownProjects.sharedProviderIds)[number]

/** What the operator registered at a provider. */
export interface ProviderCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** How the account service behaves. Times in milliseconds. */
export interface AccountOptions {
  /** Origin at which browsers reach the service, without a trailing slash. Issuer of access tokens. */
  readonly publicUrl: string
  /** Origin of the phone: trusted by the phone's own project. */
  readonly phoneUrl: string
  /** Address that mail comes from. */
  readonly mailFrom: string
  /** How long trying an e-mail server may take before it is given up. */
  readonly testEmailTimeoutMs: number
  /** Private networks that addresses named by owners may lie in, in CIDR notation: by the operator's word only. */
  readonly outboundNetworks: readonly string[]
  /** The server's own credentials at providers, which projects may share; a provider that is left out is not shared. */
  readonly sharedProviders: Readonly<Partial<Record<SharedProviderId, ProviderCredentials>>>
  /**
   * Origins that stand in for those of a provider, paths as they are. For tests alone, which play the providers on this
   * machine: no environment sets it, and the filter for addresses that owners name does not count there.
   */
  readonly providerOrigins: Readonly<Partial<Record<ProviderId, string>>>
  /** May projects get tokens of providers that were made with the server's own credentials? */
  readonly sharedProviderTokens: boolean
  /** Who writes themes and templates of e-mails when asked; null for nobody. */
  readonly aiModel: AiModel | null
  /** May anybody sign up as an owner of projects? */
  readonly internalSignUp: boolean
  /** At least a minute, because clients ask for 20 s to be left before every call. */
  readonly accessTokenLifeMs: number
  readonly sessionLifeMs: number
  /** How long a key signs access tokens before another takes its turn. */
  readonly signingKeyLifeMs: number
  /** How long the audit log is kept. */
  readonly auditKeptDays: number
  readonly signInCodeLifeMs: number
  readonly verificationCodeLifeMs: number
  readonly passwordCost: Argon2Cost
  readonly passwordQueue: HashingQueue
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const defaultOptions = {
  mailFrom: 'parley@localhost',
  testEmailTimeoutMs: 10_000,
  outboundNetworks: [],
  sharedProviders: {},
  providerOrigins: {},
  sharedProviderTokens: false,
  aiModel: null,
  internalSignUp: false,
  accessTokenLifeMs: 10 * minuteMs,
  sessionLifeMs: 365 * dayMs,
  signingKeyLifeMs: 90 * dayMs,
  auditKeptDays: 400,
  signInCodeLifeMs: 10 * minuteMs,
  verificationCodeLifeMs: 60 * minuteMs,
  passwordCost: productionCost,
  passwordQueue: productionQueue,
} as const satisfies Partial<AccountOptions>
