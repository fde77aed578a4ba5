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

/** Dependencies and settings of the account service; {@link defaultOptions} lists the settings that may be omitted. */
export interface AccountServiceOptions {
  readonly server: DatabaseServer
  readonly jobs: Jobs
  /** Delivers e-mail of projects that have no SMTP server configured. */
  readonly mailer: Mailer
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: Partial<AccountOptions> & Pick<AccountOptions, 'publicUrl' | 'phoneUrl'>
  readonly http?: Pick<HttpAppOptions, 'clientAddress'>
  /** The clock; defaults to the clock of the database. */
  readonly now?: () => Date
  /** Renders custom templates and themes; disposed with the service. Defaults to a worker. */
  readonly sandbox?: Sandbox
  readonly onUndeclared?: AppOptions['onUndeclared']
}

export interface AccountService {
  /** Not listening yet, so that further pages can be registered first. */
  readonly app: FastifyInstance
  readonly keys: OwnKeys
  readonly phoneProjectId: string
  /** One-time link for creating the first administrator, valid for an hour; null once an administrator exists. */
  readonly setUpLink: string | null
}

/** Migrates the schema, seeds the built-in projects, starts the background jobs and creates the HTTP app. */
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
  // Fails at startup, not at the first sign-in, when the database was encrypted with another secret.
  await services.accessTokens.listPublicKeys(phoneProjectId)
  const app = createApp(services, { http, onUndeclared })
  await services.jobs.work(sendResetCode, services)
  await services.jobs.work(mailSignInCode, services)
  // Jobs queued by earlier versions, which used a separate job for e-mail.
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
 * Creates a key set for a project. Needs the database only, so that it works while another process serves requests.
 * The plaintext keys cannot be retrieved later. `phone` selects the phone's project.
 *
 * @throws {Error} with a message for the terminal when the project does not exist.
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
 * Creates a project with a key set. Needs the database only. The project has no owner. `domain` is the origin of
 * the application; without it only loopback origins are trusted.
 *
 * @throws {Error} with a message for the terminal when `domain` is not a valid origin.
 */
export async function createProjectWithKeys(
  server: DatabaseServer,
  { displayName, domain }: { readonly displayName: string; readonly domain?: string },
): Promise<{ readonly projectId: string } & Required<KeyTexts>> {
  if (domain !== undefined && !canBeTrusted(domain))
    throw new Error(`${domain} is not a valid origin. Start it with https:// or http://.`)

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

/** Lists all projects, built-in ones included, ordered by creation time. Needs the database only. */
export async function listProjects(
  server: DatabaseServer,
): Promise<{ readonly projectId: string; readonly displayName: string; readonly createdAt: Date }[]> {
  await migrate(server, accountsSchema, accountMigrations)
  const all = await listEveryProject(server.schema<AccountTables>(accountsSchema))
  return all.map(({ id, displayName, createdAt }) => ({ projectId: id, displayName, createdAt }))
}

/** Filter for audit entries. `project` is an id, or `phone` for the phone's project; all projects by default. */
export interface AuditQuery extends Omit<EntriesAsked, 'projectId'> {
  readonly project?: string
}

/**
 * Lists entries of the audit log, oldest first. Works while another process serves requests.
 *
 * @throws {Error} with a message for the terminal when the project never existed.
 */
export async function listAudit(
  server: DatabaseServer,
  { project, ...asked }: AuditQuery,
): Promise<ListedEntry[]> {
  const database = server.schema<AccountTables>(accountsSchema)
  if (project === undefined) return await listEntries(database, asked)

  const projectId = project === 'phone' ? phoneProjectId : project.toLowerCase()
  const entries = await listEntries(database, { ...asked, projectId })
  // Entries of a deleted project are retained.
  const isKnown =
    entries.length > 0 ||
    (await findProject(database, projectId)) !== null ||
    (await listEntries(database, { projectId, limit: 1 })).length > 0
  if (!isKnown) throw noSuchProject(project)
  return entries
}

/**
 * Verifies the whole audit log and reports the first entry that was modified, removed, inserted or reordered.
 * Read-only; works while another process serves requests.
 */
export async function verifyAudit(server: DatabaseServer, secrets: Secrets): Promise<AuditVerdict> {
  return await verifyChain(server.schema<AccountTables>(accountsSchema), secrets)
}

function noSuchProject(project: string): Error {
  return new Error(`Project ${project} not found. Use its id or phone.`)
}
