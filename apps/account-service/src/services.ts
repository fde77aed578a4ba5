import type { Jobs, Log, RateLimits, Secrets } from '@parley/server'
import type { AccountOptions } from './config.ts'
import type { Database } from './platform/database/index.ts'

/**
 * Dependencies of operations that no module of this service implements. Each operation picks the ones it
 * needs, and adds what modules offer: `Pick<Services, 'database' | 'now'> & AccessTokenService`.
 */
export interface Services {
  readonly database: Database
  readonly jobs: Jobs
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: AccountOptions
  readonly now: () => Date
  /** Returns the id of the owner of a project; that of the project when it has none. */
  readonly findOwnerId: (projectId: string) => Promise<string>
}
