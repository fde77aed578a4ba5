import { randomUUID } from 'node:crypto'
import {
  type DatabaseServer,
  followDatabaseClock,
  type Jobs,
  type Log,
  type Mailer,
  migrate,
  type RateLimits,
  type Secrets,
} from '@parley/server'
import type { HttpAppOptions } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import {
  type AuditVerdict,
  type EntriesAsked,
  keepSealing,
  type ListedEntry,
  listEntries,
  verifyChain,
} from './audit/index.ts'
import { type AccountTables, accountMigrations, accountsSchema } from './database/index.ts'
import type { Sandbox } from './email-sandbox/index.ts'
import { deliverEmail } from './emails/index.ts'
import { type KeySetOrder, type KeyTexts, makeKeySet } from './internal-keys/index.ts'
import { keepAddingCounts } from './metrics/index.ts'
import { type AccountOptions, defaultOptions } from './options.ts'
import { mailSignInCode } from './otp/index.ts'
import { sendResetCode } from './password/index.ts'
import {
  canBeTrusted,
  findProject,
  listEveryProject,
  makeProject,
  type OwnKeys,
  phoneProjectId,
  seedProjects,
} from './projects/index.ts'
import { keepRemovingExpired } from './remove-expired.ts'
import { createServices } from './services.ts'
import { keepRotatingKeys } from './sessions/index.ts'
import { renewSetUpLink } from './set-up/index.ts'
import { keepSendingEvents } from './webhooks/index.ts'

export type { AuditVerdict, ListedEntry } from './audit/index.ts'
export { accountMigrations, accountsSchema } from './database/index.ts'
export { type AccountOptions, defaultOptions } from './options.ts'
export { canBeTrusted, internalProjectId, ownKeys, phoneProjectId } from './projects/index.ts'

/** What the account service stands on, and how it behaves; see {@link defaultOptions} for what may be left out. */
export interface AccountServiceOptions {
  readonly server: DatabaseServer
  readonly jobs: Jobs
  /** Hands over the mail of projects that have no server of their own. */
  readonly mailer: Mailer
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: Partial<AccountOptions> & Pick<AccountOptions, 'publicUrl' | 'phoneUrl'>
  readonly http?: Pick<HttpAppOptions, 'clientAddress'>
  /** The clock; that of the database when left out. */
  readonly now?: () => Date
  /** Renders what owners write, and is ended with the service; one that runs it apart when left out. */
  readonly sandbox?: Sandbox
  readonly onUndeclared?: AppOptions['onUndeclared']
}

export interface AccountService {
  /** Not listening yet; pages of others may be added before it does. */
  readonly app: FastifyInstance
  readonly keys: OwnKeys
  readonly phoneProjectId: string
  /** Where the first administrator comes in, for an hour from now; null once somebody has. */
  readonly setUpLink: string | null
}

/** Brings the schema up to date, seeds the projects of the house, and makes the HTTP side. Begins to
 * work on the mail that waits. */
export async function createAccountService(foundations: AccountServiceOptions): Promise<AccountService> {
  const { server, http, onUndeclared } = foundations
  await migrate(server, accountsSchema, accountMigrations)
  await using begun = new AsyncDisposableStack()
  const now = foundations.now ?? begun.use(await followDatabaseClock(server)).now
  const services = await createServices({
    ...foundations,
    now,
    options: { ...defaultOptions, ...foundations.options },
  })
  const keys = await seedProjects(services)
  // A database that was used with another secret is found out now, not at the first sign-in.
  await services.accessTokens.listPublicKeys(phoneProjectId)
  const app = createApp(services, { http, onUndeclared })
  await services.jobs.work(sendResetCode, services)
  await services.jobs.work(mailSignInCode, services)
  // Mail that earlier versions had waiting, until they sent all mail in one way.
  await services.jobs.retire('send-email')
  await services.jobs.work(deliverEmail, { ...services, mailer: foundations.mailer })
  const removing = keepRemovingExpired(services)
  const rotating = keepRotatingKeys(services)
  const telling = keepSendingEvents(services)
  const sealing = keepSealing(services)
  const counting = keepAddingCounts(services)
  const kept = begun.move()
  app.addHook('onClose', async () => {
    await removing[Symbol.asyncDispose]()
    await rotating[Symbol.asyncDispose]()
    await telling[Symbol.asyncDispose]()
    await sealing[Symbol.asyncDispose]()
    await counting[Symbol.asyncDispose]()
    await services.sandbox[Symbol.asyncDispose]()
    await kept.disposeAsync()
  })
  return {
    app,
    keys,
    phoneProjectId,
    setUpLink: await renewSetUpLink(services),
  }
}

/**
 * Makes a key set of a project, on the database alone: it works while another process serves. Its texts cannot be told
 * again. `phone` names the phone's project.
 *
 * @throws {Error} with a sentence for the terminal when there is no such project.
 */
export async function createProjectKeys(
  server: DatabaseServer,
  { project, ...order }: Omit<KeySetOrder, 'projectId'> & { readonly project: string },
): Promise<Required<KeyTexts>> {
  await migrate(server, accountsSchema, accountMigrations)
  const database = server.schema<AccountTables>(accountsSchema)
  const found = await findProject(database, project === 'phone' ? phoneProjectId : project)
  if (!found) throw noSuchProject(project)
  return await database
    .transaction()
    .execute((transaction) => makeKeySet(transaction, { projectId: found.id, ...order }, new Date()))
}

/**
 * Makes a project for an application, with a key set, on the database alone. Nobody owns it but whoever runs the server.
 * `domain` is where the application is served; without it only this machine is trusted.
 *
 * @throws {Error} with a sentence for the terminal when no project can trust `domain`.
 */
export async function createProjectWithKeys(
  server: DatabaseServer,
  { displayName, domain }: { readonly displayName: string; readonly domain?: string },
): Promise<{ readonly projectId: string } & Required<KeyTexts>> {
  if (domain !== undefined && !canBeTrusted(domain))
    throw new Error(`No project can trust ${domain}. Name an address with https:// or http:// before it.`)

  await migrate(server, accountsSchema, accountMigrations)
  const database = server.schema<AccountTables>(accountsSchema)
  const now = new Date()
  const projectId = randomUUID()
  const config = domain ? { allow_localhost: false, domains: [{ domain, handler_path: '/handler' }] } : {}
  const order = {
    projectId,
    description: 'Made with the project',
    expiresAt: new Date('2126-01-01T00:00:00Z'),
  }
  return await database.transaction().execute(async (transaction) => {
    const draft = { id: projectId, displayName, config }
    await makeProject(transaction, draft, { actor: { type: 'service', id: null } }, now)
    return { projectId, ...(await makeKeySet(transaction, order, now)) }
  })
}

/** Every project, by when it was made: the application's own and those of the house. On the database alone. */
export async function listProjects(
  server: DatabaseServer,
): Promise<{ readonly projectId: string; readonly displayName: string; readonly createdAt: Date }[]> {
  await migrate(server, accountsSchema, accountMigrations)
  const all = await listEveryProject(server.schema<AccountTables>(accountsSchema))
  return all.map(({ id, displayName, createdAt }) => ({ projectId: id, displayName, createdAt }))
}

/** Which entries of the audit log are asked for. `project` is an id, or `phone` for the phone's own; all when left out. */
export interface AuditQuery extends Omit<EntriesAsked, 'projectId'> {
  readonly project?: string
}

/**
 * Reads entries of the audit log, newest last. Works while another process serves.
 *
 * @throws {Error} with a sentence for the terminal where a project is named that there is not and never was.
 */
export async function listAudit(
  server: DatabaseServer,
  { project, ...asked }: AuditQuery,
): Promise<ListedEntry[]> {
  const database = server.schema<AccountTables>(accountsSchema)
  if (project === undefined) return await listEntries(database, asked)

  const projectId = project === 'phone' ? phoneProjectId : project.toLowerCase()
  const entries = await listEntries(database, { ...asked, projectId })
  // The entries of a project that was deleted are kept.
  const isKnown =
    entries.length > 0 ||
    (await findProject(database, projectId)) !== null ||
    (await listEntries(database, { projectId, limit: 1 })).length > 0
  if (!isKnown) throw noSuchProject(project)
  return entries
}

/**
 * Reads the whole audit log and finds the first entry that was changed, removed, put in or moved. Works while another
 * process serves, and changes nothing.
 */
export async function verifyAudit(server: DatabaseServer, secrets: Secrets): Promise<AuditVerdict> {
  return await verifyChain(server.schema<AccountTables>(accountsSchema), secrets)
}

function noSuchProject(project: string): Error {
  return new Error(`There is no project ${project}. Name its id, or phone.`)
}
