import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { CallEngine, TrunkConfig } from '@parley/call-engine'
import { createAccessTokenVerifier } from '@parley/kit/server'
import {
  type DatabaseServer,
  findDatabaseProblem,
  type Log,
  migrate,
  type RateLimits,
  type Secrets,
} from '@parley/server'
import type { HttpAppOptions, OnUndeclaredError } from '@parley/server/http'
import { startAccessChecks, startDeletions } from './account-events/index.ts'
import { createApp } from './app.ts'
import { startAuditLog } from './audit-log/index.ts'
import { type Bus, createInProcessBus } from './bus/index.ts'
import { startAnalysing } from './call-analysis/index.ts'
import { startComputingMetrics } from './call-metrics/index.ts'
import {
  consumeEngineEvents,
  createCallSessions,
  recoverCalls,
  startEndingLostCalls,
} from './call-sessions/index.ts'
import { approveMail, startSummaryMails } from './call-summary-mails/index.ts'
import { startDeletingChanges } from './contact-changes/index.ts'
import { startContactImports } from './contact-imports/index.ts'
import { migrations } from './database/migrations.ts'
import type { PhoneTables } from './database/tables.ts'
import { drainNode } from './draining/index.ts'
import { startErasures } from './erasures/index.ts'
import { startCleaningRefusals } from './limits/index.ts'
import { createLiveHub, shareTabs } from './live/index.ts'
import { createAccountMailer, startMissedCallMails } from './missed-call-mails/index.ts'
import {
  acquireInstanceLock,
  createDraining,
  createNodeLease,
  type NodeLease,
  readNodeId,
} from './nodes/index.ts'
import { listBuiltInTrunks, type SimulatedPstnAccess } from './numbers/index.ts'
import { isOwnOrigin } from './own-origin.ts'
import type { PhoneServices } from './phone-services.ts'
import { receiveCallsToEnd } from './phone-verification/index.ts'
import { createPresencePublisher } from './presence/index.ts'
import { startTesting } from './prompt-tests/index.ts'
import {
  checkStore,
  openRecordingStorage,
  type RecordingOptions,
  startStoringRecordings,
} from './recordings/index.ts'
import {
  createAccountSessionLookup,
  createAccountUserLookup,
  createTeamKeyLookup,
  createTrunkGrantLookup,
  createWorkspaceMemberLookup,
} from './request-context/index.ts'
import { startRetention } from './retention/index.ts'
import { SelfTests } from './self-tests/index.ts'
import { createSettings, type SettingsOptions } from './settings.ts'
import { startTranscribing } from './transcription/index.ts'
import {
  applyTrunks,
  grantFoundAddresses,
  publishTrunkStates,
  startTrunkGrantChecks,
  startTrunkReconciliation,
  syncTrunksWithLock,
  TrunkLeases,
} from './trunks/index.ts'
import { startWebhooks } from './webhooks/index.ts'
import { startMailDelivery } from './workspace-mail/index.ts'

export { type Bus, createRedisBus } from './bus/index.ts'
export type { SimulatedPstnAccess } from './numbers/index.ts'
export type { RecordingOptions, S3Options } from './recordings/index.ts'
export { trunkNetworks } from './trunks/index.ts'

export interface PhoneServiceOptions extends SettingsOptions {
  readonly database: DatabaseServer
  /** Not disposed with the service: close it after the service. */
  readonly engine: CallEngine
  readonly secrets: Secrets
  readonly rateLimits: RateLimits
  readonly log: Log
  /**
   * Connects the nodes of an installation; not disposed with the service. Without it, this is the only node.
   */
  readonly bus?: Bus
  readonly accounts: {
    /** Internal origin of the account service, without a trailing slash. */
    readonly url: string
    /** Public origin of the account service, also used in the `iss` claim of tokens. */
    readonly publicUrl: string
    readonly projectId: string
    readonly publishableClientKey: string
    readonly secretServerKey: string
    /** Signing secret of the events of the account service. */
    readonly eventsSecret: string
  }
  /** The simulated telephone network; null when it is not used. */
  readonly simulatedPstn: SimulatedPstnAccess | null
  /** Directory of the recordings and of the file with the node id. */
  readonly dataDirectory: string
  readonly recordings?: RecordingOptions
  /** Directory of the built web application; null to serve the API alone. */
  readonly webRoot: string | null
  readonly http?: Omit<HttpAppOptions, 'log'>
  /** Retention of audit entries and of rejected calls. Default: 400. */
  readonly auditRetentionDays?: number
  readonly now?: () => Date
  /**
   * Called when a handler throws an error that its endpoint does not declare. Default: the error is logged.
   */
  readonly onUndeclaredError?: OnUndeclaredError
}

export interface PhoneService extends AsyncDisposable {
  readonly port: number
  /** Loopback URL, without a trailing slash. */
  readonly url: string
  /**
   * Accepts no new calls, and lets another phone service start. Running calls continue. Resolves when the last
   * one has ended or `signal` is aborted; then dispose the service.
   */
  drain(signal: AbortSignal): Promise<void>
}

/**
 * Starts the phone service: migrates its schema, ends the calls that an earlier process of this node left
 * open, and serves API, live socket and web application. Disposing ends all calls and saves their records
 * before it stops listening.
 *
 * @throws {Error} with a message for the terminal when another phone service runs on the database, or when S3
 *   rejects the settings.
 */
export async function createPhoneService(options: PhoneServiceOptions): Promise<PhoneService> {
  const stack = new AsyncDisposableStack()
  try {
    // Before the first write: another running phone service writes to the same tables.
    const nodeId = await readNodeId(join(options.dataDirectory, 'node-id'))
    const mode = options.bus ? { nodeId } : 'single'
    const lock = stack.use(await acquireInstanceLock(options.database, options.log, mode))
    await migrate(options.database, 'phone', migrations)
    const database = options.database.schema<PhoneTables>('phone')
    const reserved = options.database.reservedSchema<PhoneTables>('phone')
    const draining = createDraining()
    const nodeLease = stack.use(createNodeLease({ database: reserved, nodeId, log: options.log }, lock))
    const services = await prepareServices(options, { database, nodeId, nodeLease, draining })
    const { log } = services
    await checkStore(services)
    await recoverCalls(services)
    await nodeLease.start()

    let { port } = options.listen
    const { publicUrl, webRoot, accounts } = options
    const app = await createApp(services, {
      http: { ...options.http, log },
      accountEventsSecret: accounts.eventsSecret,
      accounts,
      isOwnOrigin: (origin) => isOwnOrigin(origin, publicUrl, port),
      webApp: webRoot === null ? null : { webRoot, accountsUrl: accounts.publicUrl },
      findDatabaseProblem: () => findDatabaseProblem(options.database),
      ...(options.onUndeclaredError ? { onUndeclaredError: options.onUndeclaredError } : {}),
    })
    stack.defer(() => {
      services.live.serveOnly(() => false)
      return app.close()
    })
    stack.use(await services.presence.start())
    stack.use(await shareTabs(services))
    stack.use(await startJobs(services, options.auditRetentionDays ?? 400))
    // Before any trunk registers, so that no incoming call is missed. The engine buffers events for its first
    // consumer.
    stack.use(consumeEngineEvents(services))
    receiveCallsToEnd(services)
    stack.use(startAccessChecks(services))
    stack.use(startDeletions(services))
    stack.use(await startTrunks(services, listBuiltInTrunks(options.simulatedPstn)))
    stack.use(startEndingLostCalls({ ...services, database: reserved }))

    await app.listen(options.listen)
    port = readPort(app.server.address()) ?? port
    log.info('phone.started', { port })
    return {
      port,
      url: `http://127.0.0.1:${port}`,
      drain: (signal) => drainNode(services, { draining, nodeLease }, signal),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function startJobs(services: PhoneServices, auditRetentionDays: number): Promise<AsyncDisposable> {
  const stack = new AsyncDisposableStack()
  stack.use(startAuditLog(services, auditRetentionDays))
  stack.use(startCleaningRefusals(services, auditRetentionDays))
  stack.use(startStoringRecordings(services))
  stack.use(startComputingMetrics(services))
  stack.use(startMissedCallMails(services))
  stack.use(startSummaryMails(services))
  stack.use(startMailDelivery(services, { approve: (mail) => approveMail(services, mail) }))
  stack.use(startRetention(services))
  stack.use(startWebhooks(services))
  stack.use(startErasures(services))
  stack.use(startContactImports(services))
  stack.use(startDeletingChanges(services))
  stack.use(await startTranscribing(services))
  stack.use(await startAnalysing(services))
  stack.use(await startTesting(services))
  return stack
}

/** Opens the trunks, and keeps their registrations and grants current until disposed. */
async function startTrunks(
  services: PhoneServices,
  builtIn: readonly TrunkConfig[],
): Promise<AsyncDisposable> {
  const { engine, log } = services
  const onFailure = (error: Error) => log.error('trunk_events.consume_failed', { error })
  publishTrunkStates(services).catch(onFailure)
  grantFoundAddresses(services).catch(onFailure)
  for (const config of builtIn) await engine.useTrunk(config)
  await applyTrunks(services)
  const stack = new AsyncDisposableStack()
  stack.use(startTrunkGrantChecks(services))
  stack.use(startTrunkReconciliation(services))
  stack.use(syncTrunksWithLock(services, builtIn))
  // Ends before the trunks and calls that it tests.
  stack.use(services.selfTests)
  return stack
}

interface NodeParts extends Pick<PhoneServices, 'database' | 'nodeId' | 'draining'> {
  readonly nodeLease: NodeLease
}

async function prepareServices(options: PhoneServiceOptions, parts: NodeParts): Promise<PhoneServices> {
  const { accounts, simulatedPstn: pstn, now = () => new Date() } = options
  const live = createLiveHub()
  const bus = options.bus ?? createInProcessBus(options.log)
  const verifyAccessToken = createAccessTokenVerifier({
    projectId: accounts.projectId,
    issuer: `${accounts.publicUrl}/api/v1/projects/${accounts.projectId}`,
    jwksUrl: `${accounts.url}/api/v1/projects/${accounts.projectId}/.well-known/jwks.json`,
    now: () => now().getTime(),
  })
  return {
    ...parts,
    engine: options.engine,
    authentication: {
      verifyAccessToken,
      accountUsers: createAccountUserLookup(accounts),
      accountSessions: createAccountSessionLookup(accounts, parts.database),
      trunkGrants: createTrunkGrantLookup(accounts),
      workspaceMembers: createWorkspaceMemberLookup(accounts),
      teamKeys: createTeamKeyLookup(accounts),
      now,
    },
    accountMailer: createAccountMailer(accounts),
    secrets: options.secrets,
    rateLimits: options.rateLimits,
    log: options.log,
    now,
    trunkLeases: new TrunkLeases(parts),
    live,
    recordingStorage: await openRecordingStorage(options.dataDirectory, options.recordings),
    bus,
    presence: createPresencePublisher({ ...parts, now, log: options.log, live, bus }),
    selfTests: new SelfTests(),
    ...createCallSessions({ ...parts, log: options.log }),
    simulatedPstn: pstn,
    directory: new Map(pstn?.directory.map((entry) => [entry.number, entry])),
    projectId: accounts.projectId,
    settings: createSettings(options),
    clientConfig: {
      accountsUrl: accounts.publicUrl,
      projectId: accounts.projectId,
      publishableClientKey: accounts.publishableClientKey,
    },
  }
}

function readPort(address: string | AddressInfo | null): number | null {
  return typeof address === 'object' && address ? address.port : null
}
