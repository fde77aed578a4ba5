import {
  type DatabaseServer,
  findDatabaseProblem,
  type Jobs,
  type Log,
  type RateLimits,
  type Secrets,
} from '@parley/server'
import { createPasswordHashing, type PasswordHashing } from './auth/password/hashes/index.ts'
import { type AccessTokens, createAccessTokens } from './auth/sessions/index.ts'
import type { AccountOptions } from './config.ts'
import { createSandbox, type Sandbox } from './email/sandbox/index.ts'
import { createOpenProviders, type OpenProviders } from './oauth/providers/index.ts'
import { type AccountTables, accountsSchema, type Database } from './platform/database/index.ts'
import { findUser, type User } from './users/index.ts'

/** Dependencies of operations. Each operation picks the ones it needs. */
export interface Services {
  readonly database: Database
  readonly jobs: Jobs
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: AccountOptions
  readonly now: () => Date
  readonly passwords: PasswordHashing
  readonly accessTokens: AccessTokens
  /** Renders templates and themes written by project owners. */
  readonly sandbox: Sandbox
  /** Resolves a provider's metadata and credentials. */
  readonly openProvider: OpenProviders
  /** Finds a user of a project, or null. For modules that the users module itself imports. */
  readonly findUser: (projectId: string, id: string) => Promise<User | null>
  /** Returns a message when the database is unavailable; null when it is healthy. */
  readonly findDatabaseProblem: () => Promise<string | null>
}

/** What {@link createServices} is built from. */
export interface ServiceDependencies {
  readonly server: DatabaseServer
  readonly jobs: Jobs
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: AccountOptions
  readonly now: () => Date
  /** Created by default. */
  readonly sandbox?: Sandbox
}

export async function createServices(foundations: ServiceDependencies): Promise<Services> {
  const { server, jobs, rateLimits, secrets, log, options, now } = foundations
  const database = server.schema<AccountTables>(accountsSchema)
  return {
    database,
    jobs,
    rateLimits,
    secrets,
    log,
    options,
    now,
    passwords: await createPasswordHashing(options.passwordCost, options.passwordQueue),
    openProvider: createOpenProviders({ options, now }),
    accessTokens: createAccessTokens({ database, secrets, now, options }),
    sandbox: foundations.sandbox ?? createSandbox(),
    findUser: (projectId, id) => findUser(database, projectId, id),
    findDatabaseProblem: () => findDatabaseProblem(server),
  }
}
