import { join } from 'node:path'
import type { AnnouncementLanguage, CallEngine } from '@parley/call-engine'
import { createAccessTokenVerifier } from '@parley/kit/server'
import {
  clientAddressBehind,
  type DatabaseServer,
  findDatabaseProblem,
  type Log,
  migrate,
  type Secrets,
} from '@parley/server'
import type { ServeOptions } from '@parley/server/http'
import { createAccountPeople } from './access/index.ts'
import { createApp } from './app.ts'
import { migrations } from './database/migrations.ts'
import type { PhoneTables } from './database/tables.ts'
import { createLiveHub } from './live/index.ts'
import { followEngine, recoverCalls } from './live-calls/index.ts'
import { beOnlyPhone, findLastHeartbeat, keepHeartbeat, readNodeId, saveStart } from './nodes/index.ts'
import { type CarrierAccess, carrierTrunkId } from './numbers/index.ts'
import type { Services } from './services.ts'
import { followTrunks, useTrunks } from './trunks/index.ts'

export type { CarrierAccess } from './numbers/index.ts'
export { trunkNetworks } from './trunks/index.ts'

export interface PhoneServiceOptions {
  readonly database: DatabaseServer
  /** Stays the caller's: it is to be closed after the service. */
  readonly engine: CallEngine
  readonly secrets: Secrets
  readonly log: Log
  readonly accounts: {
    /** Origin of the account service as this service reaches it, without a trailing slash. */
    readonly url: string
    /** Origin as browsers reach it, and as it stands in the `iss` of tokens. */
    readonly publicUrl: string
    readonly projectId: string
    readonly publishableClientKey: string
    readonly secretServerKey: string
  }
  /** The telephone network in a box; null where there is none. */
  readonly carrier: CarrierAccess | null
  /** Recordings and the id of the node lie in here. */
  readonly dataDirectory: string
  readonly listen: { readonly host: string; readonly port: number }
  /** The address of the phone as browsers reach it; null while it is only on this machine. */
  readonly publicUrl: string | null
  /** Where the built web application lies; null to serve the API alone. */
  readonly webRoot: string | null
  readonly trustedProxies?: readonly string[]
  /** The address at which trunks reach our SIP (`PARLEY_SIP_HOST`). */
  readonly sipHost: string
  /** Networks in CIDR notation that trunks may lie in although they are private. */
  readonly outboundNetworks?: readonly string[]
  /** The country of fresh workspaces; US when left out. */
  readonly homeCountry?: string
  readonly announcementLanguage?: AnnouncementLanguage
  /** 45 s when left out. */
  readonly ringTimeoutMs?: number
  /** 60 s when left out. */
  readonly detachedKeepMs?: number
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** What happens when an operation answers with an error that its endpoint does not declare; logged when left out. */
  readonly onUndeclared?: ServeOptions<object>['onUndeclared']
}

export interface PhoneService extends AsyncDisposable {
  /** The port that it listens on. */
  readonly port: number
  /** Its address on this machine, without a trailing slash. */
  readonly url: string
}

/**
 * Starts the phone: brings its tables up to date, ends what an earlier process of this node left behind, and serves API,
 * live socket and web application. Disposing ends its calls with their records before it stops listening.
 *
 * @throws {Error} with a sentence for the terminal while another phone runs on the database.
 */
export async function createPhoneService(options: PhoneServiceOptions): Promise<PhoneService> {
  const stack = new AsyncDisposableStack()
  try {
    // Before anything is written, for a phone that runs elsewhere writes too.
    stack.use(await beOnlyPhone(options.database, options.log))
    const services = await prepareServices(options)
    const { database, nodeId, log, engine } = services
    const lastAliveAt = await findLastHeartbeat(database, nodeId)
    await recoverCalls(services, lastAliveAt?.getTime() ?? null)
    await saveStart(database, nodeId, new Date(services.now()))

    let port = options.listen.port
    const { publicUrl, webRoot, accounts } = options
    const app = await createApp(services, {
      http: { log, clientAddress: clientAddressBehind(options.trustedProxies ?? []) },
      client: {
        accountsUrl: accounts.publicUrl,
        projectId: accounts.projectId,
        publishableClientKey: accounts.publishableClientKey,
      },
      isOwnOrigin: (origin) => isOwnOrigin(origin, publicUrl, port),
      webApp: webRoot === null ? null : { webRoot, publicUrl, accountsUrl: accounts.publicUrl },
      findDatabaseProblem: () => findDatabaseProblem(options.database),
      ...(options.onUndeclared ? { onUndeclared: options.onUndeclared } : {}),
    })
    stack.defer(() => app.close())
    stack.use(keepHeartbeat(services))
    // Before any trunk is in use: events are kept for the first who listens, and no call may come in unheard.
    stack.use(followEngine(services))
    followTrunks(services).catch((error) => log.error('trunks.follow-failed', { error }))
    if (options.carrier) await engine.useTrunk(carrierConfig(options.carrier))
    await useTrunks(services)

    await app.listen(options.listen)
    const address = app.server.address()
    port = typeof address === 'object' && address ? address.port : port
    log.info('phone.started', { port })
    return {
      port,
      url: `http://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function prepareServices(options: PhoneServiceOptions): Promise<Services> {
  const { accounts, carrier, now = Date.now } = options
  await migrate(options.database, 'phone', migrations)
  const verifyAccessToken = createAccessTokenVerifier({
    projectId: accounts.projectId,
    issuer: `${accounts.publicUrl}/api/v1/projects/${accounts.projectId}`,
    jwksUrl: `${accounts.url}/api/v1/projects/${accounts.projectId}/.well-known/jwks.json`,
    now,
  })
  return {
    database: options.database.schema<PhoneTables>('phone'),
    engine: options.engine,
    access: { verifyAccessToken, people: createAccountPeople(accounts), now },
    secrets: options.secrets,
    log: options.log,
    now,
    nodeId: await readNodeId(join(options.dataDirectory, 'node-id')),
    live: createLiveHub(),
    liveCalls: new Map(),
    carrier,
    directory: new Map(carrier?.directory.map((entry) => [entry.number, entry])),
    settings: {
      recordingsDirectory: join(options.dataDirectory, 'recordings'),
      homeCountry: options.homeCountry ?? 'US',
      announcementLanguage: options.announcementLanguage ?? 'en-US',
      ringTimeoutMs: options.ringTimeoutMs ?? 45_000,
      detachedKeepMs: options.detachedKeepMs ?? 60_000,
      sipHost: options.sipHost,
      outboundNetworks: options.outboundNetworks ?? [],
    },
  }
}

function carrierConfig({ host, port, username, password }: CarrierAccess) {
  return {
    id: carrierTrunkId,
    host,
    port,
    transport: 'udp',
    username,
    password,
    registration: 'register',
    outboundProxy: null,
    mediaEncryption: 'off',
    codecs: ['PCMU'],
  } as const
}

/** While the phone is only on this machine, its page may come from any name of this machine. */
function isOwnOrigin(origin: string, publicUrl: string | null, port: number): boolean {
  if (publicUrl) return origin === new URL(publicUrl).origin
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`].includes(origin)
}
