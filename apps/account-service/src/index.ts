import {
  type DatabaseServer,
  type Jobs,
  type Log,
  migrate,
  type RateLimits,
  type Secrets,
} from '@parley/server'
import type { HttpAppOptions } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { accountMigrations, accountsSchema } from './database/index.ts'
import { createKeySet, type KeySetOrder, type KeyTexts } from './internal-keys/index.ts'
import { type AccountOptions, defaultOptions } from './options.ts'
import { type OwnKeys, phoneProjectId, seedProjects } from './projects/index.ts'
import { createServices } from './services.ts'
import { renewSetUpLink } from './set-up/index.ts'

export { accountMigrations, accountsSchema } from './database/index.ts'
export { type AccountOptions, defaultOptions } from './options.ts'
export { internalProjectId, phoneProjectId } from './projects/index.ts'

/** What the account service stands on, and how it behaves; see {@link defaultOptions} for what may be left out. */
export interface AccountServiceOptions {
  readonly server: DatabaseServer
  readonly jobs: Jobs
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: Partial<AccountOptions> & Pick<AccountOptions, 'publicUrl' | 'phoneUrl'>
  readonly http?: Pick<HttpAppOptions, 'clientAddress'>
  readonly now?: () => Date
  readonly onUndeclared?: AppOptions['onUndeclared']
}

export interface AccountService {
  /** Not listening yet; pages of others may be added before it does. */
  readonly app: FastifyInstance
  readonly keys: OwnKeys
  readonly phoneProjectId: string
  /** Where the first administrator comes in, for an hour from now; null once somebody has. */
  readonly setUpLink: string | null
  /** Makes a key set of a project; its texts cannot be told again. */
  createKeySet(order: KeySetOrder): Promise<Required<KeyTexts>>
}

/** Brings the schema up to date, seeds the projects of the house, and makes the HTTP side. Mail waits as `sendEmail` jobs:
 * the process that hands mail over works on them. */
export async function createAccountService(foundations: AccountServiceOptions): Promise<AccountService> {
  const { server, http, onUndeclared } = foundations
  await migrate(server, accountsSchema, accountMigrations)
  const services = await createServices({
    ...foundations,
    options: { ...defaultOptions, ...foundations.options },
  })
  const keys = await seedProjects(services)
  return {
    app: createApp(services, { http, onUndeclared }),
    keys,
    phoneProjectId,
    setUpLink: await renewSetUpLink(services),
    createKeySet: (order) => createKeySet(services, order),
  }
}
