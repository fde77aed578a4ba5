import { randomUUID } from 'node:crypto'
import { isUuid } from '@parley/primitives'
import {
  type DatabaseServer,
  type Jobs,
  type Log,
  type Mailer,
  migrate,
  type RateLimits,
  type Secrets,
  syncClockWithDatabase,
} from '@parley/server'
import {
  type AuditEntryFilter,
  type AuditVerdict,
  type ListedAuditEntry,
  listAuditEntries,
  verifyChain,
} from '@parley/server/audit'
import type { HttpAppOptions } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { createServices } from './account-services.ts'
import { type AppOptions, createApp } from './app.ts'
import { signInCodeEmailJob } from './auth/otp/index.ts'
import { passwordResetCodeJob } from './auth/password/index.ts'
import { startKeyRotation } from './auth/sessions/tokens/index.ts'
import { type AccountOptions, defaultOptions } from './config.ts'
import { startExpiredDataCleanup } from './delete-expired-data.ts'
import { startEmailDelivery } from './email/delivery/index.ts'
import type { Sandbox } from './email/sandbox/index.ts'
import { startWebhookEventLimit } from './limit-webhook-events.ts'
import { startAuditLog, toAuditLog } from './platform/audit/index.ts'
import {
  type AccountTables,
  accountMigrations,
  accountsSchema,
  type Database,
} from './platform/database/index.ts'
import { startCounterAggregation } from './platform/metrics/index.ts'
import { createServiceContext, type ServiceContext, serviceActor } from './platform/service-context/index.ts'
import { startWebhookDelivery } from './platform/webhooks/index.ts'
import {
  type BuiltInKeys,
  insertProjectWithDefaults,
  internalProjectId,
  phoneProjectId,
  seedProjects,
} from './projects/index.ts'
import { createFullKeySet, type KeySetInput } from './projects/internal-keys/index.ts'
import type { PlaintextKeys } from './projects/internal-keys/records/index.ts'
import { findProject, isValidTrustedDomain, listAllProjects } from './projects/records/index.ts'
import { renewSetUpLink } from './projects/set-up/index.ts'
import { setTrunkGrant } from './teams/index.ts'
import { listTrunkTeams, type Team } from './teams/records/index.ts'

export { type AccountOptions, defaultOptions } from './config.ts'
export { accountMigrations, accountsSchema } from './platform/database/index.ts'
export {
  deriveBuiltInKeys,
  derivePhoneEventsSecret,
  internalProjectId,
  phoneProjectId,
} from './projects/index.ts'
export { isValidTrustedDomain } from './projects/records/index.ts'

/**
 * Dependencies and settings of the account service; {@link defaultOptions} lists the settings that may be
 * omitted.
 */
export interface AccountServiceOptions {
  readonly server: DatabaseServer
  readonly jobs: Jobs
  /** Delivers e-mail of projects that have no SMTP server configured. */
  readonly mailer: Mailer
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly log: Log
  readonly options: Partial<AccountOptions> & Pick<AccountOptions, 'publicUrl' | 'phoneUrl'>
  readonly http?: Omit<HttpAppOptions, 'log'>
  /** The clock; defaults to the clock of the database. */
  readonly now?: () => Date
  /** Renders custom templates and themes; disposed with the service. Defaults to a worker. */
  readonly sandbox?: Sandbox
  readonly onUndeclaredError?: AppOptions['onUndeclaredError']
}

export interface AccountService {
  /** Not listening yet, so that further pages can be registered first. */
  readonly app: FastifyInstance
  readonly keys: BuiltInKeys
  readonly phoneProjectId: string
  /**
   * One-time link for creating the first administrator, valid for an hour; null once an administrator exists.
   */
  readonly setUpLink: string | null
}

/** Migrates the schema, seeds the built-in projects, starts the background jobs and creates the HTTP app. */
export async function createAccountService(foundations: AccountServiceOptions): Promise<AccountService> {
  const { server, http, onUndeclaredError } = foundations
  await migrate(server, accountsSchema, accountMigrations)
  await using startup = new AsyncDisposableStack()
  const now = foundations.now ?? startup.use(await syncClockWithDatabase(server)).now
  const services = await createServices({
    ...foundations,
    now,
    options: { ...defaultOptions, ...foundations.options },
  })
  const keys = await seedProjects(services)
  // Fails at startup, not at the first sign-in, when the database was encrypted with another secret.
  await services.accessTokens.listPublicKeys(phoneProjectId)
  const app = createApp(services, { http, onUndeclaredError })
  await services.jobs.work(passwordResetCodeJob, services)
  await services.jobs.work(signInCodeEmailJob, services)
  // Jobs queued by earlier versions, which used a separate job for e-mail.
  await services.jobs.retire('send-email')
  await startEmailDelivery({ ...services, mailer: foundations.mailer })
  const deletingExpiredData = startExpiredDataCleanup(services)
  const rotatingKeys = startKeyRotation(services)
  const deliveringEvents = startWebhookDelivery(services)
  startup.use(startWebhookEventLimit(services))
  const chainingAudit = startAuditLog(services)
  startup.use(startCounterAggregation(services))
  const disposables = startup.move()
  app.addHook('onClose', async () => {
    await deletingExpiredData[Symbol.asyncDispose]()
    await rotatingKeys[Symbol.asyncDispose]()
    await deliveringEvents[Symbol.asyncDispose]()
    await chainingAudit[Symbol.asyncDispose]()
    await services.sandbox[Symbol.asyncDispose]()
    await disposables.disposeAsync()
  })
  return {
    app,
    keys,
    phoneProjectId,
    setUpLink: await renewSetUpLink(services),
  }
}

/**
 * Creates a key set for a project. Needs the database only, so that it works while another process serves
 * requests. The plaintext keys cannot be retrieved later. `phone` selects the phone's project.
 *
 * @throws {Error} with a message for the terminal when the project does not exist.
 */
export async function createProjectKeys(
  server: DatabaseServer,
  { project, ...input }: Omit<KeySetInput, 'projectId'> & { readonly project: string },
): Promise<Required<PlaintextKeys>> {
  await migrate(server, accountsSchema, accountMigrations)
  const database = server.schema<AccountTables>(accountsSchema)
  const found = await findProject(database, project === 'phone' ? phoneProjectId : project)
  if (!found) throw projectNotFound(project)
  const context = createCommandContext(database, found.id)
  return await context.transaction((transaction) =>
    createFullKeySet(transaction, { projectId: found.id, ...input }, new Date()),
  )
}

/**
 * Creates a project with a key set. Needs the database only. The project has no owner. `domain` is the origin
 * of the application; without it only loopback origins are trusted.
 *
 * @throws {Error} with a message for the terminal when `domain` is not a valid origin.
 */
export async function createProjectWithKeys(
  server: DatabaseServer,
  { displayName, domain }: { readonly displayName: string; readonly domain?: string },
): Promise<{ readonly projectId: string } & Required<PlaintextKeys>> {
  if (domain !== undefined && !isValidTrustedDomain(domain))
    throw new Error(`${domain} is not a valid origin. Start it with https:// or http://.`)

  await migrate(server, accountsSchema, accountMigrations)
  const database = server.schema<AccountTables>(accountsSchema)
  const now = new Date()
  const projectId = randomUUID()
  const config = domain ? { allow_localhost: false, domains: [{ domain, handler_path: '/handler' }] } : {}
  const input = {
    projectId,
    description: 'Made with the project',
    expiresAt: new Date('2126-01-01T00:00:00Z'),
  }
  return await createCommandContext(database, projectId).transaction(async (transaction) => {
    const draft = { id: projectId, displayName, config }
    await insertProjectWithDefaults(transaction, draft, now)
    return { projectId, ...(await createFullKeySet(transaction, input, now)) }
  })
}

/**
 * A project. `usedBy` distinguishes the built-in projects, which have the same name, from those of
 * applications.
 */
export interface ListedProject {
  readonly projectId: string
  readonly displayName: string
  readonly usedBy: 'owners' | 'phone' | 'application'
  readonly createdAt: Date
}

/** Lists all projects, built-in ones included, ordered by creation time. Needs the database only. */
export async function listProjects(server: DatabaseServer): Promise<ListedProject[]> {
  await migrate(server, accountsSchema, accountMigrations)
  const all = await listAllProjects(server.schema<AccountTables>(accountsSchema))
  return all.map(({ id, displayName, createdAt }) => ({
    projectId: id,
    displayName,
    usedBy: id === internalProjectId ? 'owners' : id === phoneProjectId ? 'phone' : 'application',
    createdAt,
  }))
}

/** A workspace of the phone that may have trunks. */
export interface TrunkWorkspace {
  readonly workspaceId: string
  readonly displayName: string
  readonly createdAt: Date
}

/**
 * Allows or denies trunks to a workspace of the phone. Needs the database only; running services notice it
 * within seconds.
 *
 * @throws {Error} with a message for the terminal when the workspace does not exist.
 */
export async function grantTrunks(
  server: DatabaseServer,
  workspaceId: string,
  isGranted: boolean,
): Promise<TrunkWorkspace> {
  await migrate(server, accountsSchema, accountMigrations)
  const database = server.schema<AccountTables>(accountsSchema)
  const team = isUuid(workspaceId)
    ? await createCommandContext(database, phoneProjectId).transaction((transaction) =>
        setTrunkGrant(transaction, phoneProjectId, workspaceId.toLowerCase(), isGranted),
      )
    : null
  if (!team) throw new Error(`Workspace ${workspaceId} not found. Its id is shown under Configure.`)
  return toTrunkWorkspace(team)
}

/** Lists the workspaces that may have trunks, ordered by creation time. Needs the database only. */
export async function listTrunkGrants(server: DatabaseServer): Promise<TrunkWorkspace[]> {
  await migrate(server, accountsSchema, accountMigrations)
  const teams = await listTrunkTeams(server.schema<AccountTables>(accountsSchema), phoneProjectId)
  return teams.map(toTrunkWorkspace)
}

function toTrunkWorkspace({ id, displayName, createdAt }: Team): TrunkWorkspace {
  return { workspaceId: id, displayName, createdAt }
}

/**
 * Filter for audit entries. `project` is an id, or `phone` for the phone's project; all projects by default.
 */
export interface AuditQuery extends Omit<AuditEntryFilter, 'projectId'> {
  readonly project?: string
}

/**
 * Lists entries of the audit log, oldest first. Works while another process serves requests.
 *
 * @throws {Error} with a message for the terminal when the project never existed.
 */
export async function listAudit(
  server: DatabaseServer,
  { project, ...filter }: AuditQuery,
): Promise<ListedAuditEntry[]> {
  const database = server.schema<AccountTables>(accountsSchema)
  const { database: log } = toAuditLog({ database })
  if (project === undefined) return await listAuditEntries(log, filter)

  const projectId = project === 'phone' ? phoneProjectId : project.toLowerCase()
  const entries = await listAuditEntries(log, { ...filter, projectId })
  // Entries of a deleted project are retained.
  const isKnown =
    entries.length > 0 ||
    (await findProject(database, projectId)) !== null ||
    (await listAuditEntries(log, { projectId, limit: 1 })).length > 0
  if (!isKnown) throw projectNotFound(project)
  return entries
}

/**
 * Verifies the whole audit log and reports the first entry that was modified, removed, inserted or reordered.
 * Read-only; works while another process serves requests.
 */
export async function verifyAudit(server: DatabaseServer, secrets: Secrets): Promise<AuditVerdict> {
  const database = server.schema<AccountTables>(accountsSchema)
  return await verifyChain(toAuditLog({ database, secrets }))
}

function createCommandContext(database: Database, projectId: string): ServiceContext {
  return createServiceContext({ database, now: () => new Date() }, { projectId, actor: serviceActor })
}

function projectNotFound(project: string): Error {
  return new Error(`Project ${project} not found. Use its id or phone.`)
}
