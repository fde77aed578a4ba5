import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallEngine, createEmbeddedEngine, type EmbeddedEngine } from '@parley/call-engine'
import { accessTokenHeader, workspaceHeader } from '@parley/contract/phone'
import {
  createLog,
  createSecrets,
  type DatabaseServer,
  openRateLimits,
  type RateLimits,
} from '@parley/server'
import { startTestDatabase, type TestSchema } from '@parley/server/testing'
import {
  directory,
  indexOfPersonalNumber,
  personalNumberAt,
  startSimulatedPstn,
} from '@parley/simulated-pstn'
import { migrations } from '../database/migrations.ts'
import {
  createPhoneService,
  type PhoneService,
  type PhoneServiceOptions,
  type SimulatedPstnAccess,
} from '../index.ts'
import { type FakeAccountService, type FakeUser, startFakeAccountService } from './fake-account-service.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the parsed response.
  readonly body: any
}

export type TestPhone = Awaited<ReturnType<typeof startPhone>>

/** The tables of the phone service, for `startTestDatabase`. */
const phoneDatabase: TestSchema = {
  schema: 'phone',
  migrations,
  async prepare(server) {
    await openRateLimits(server, 1)
  },
}

/** Encrypts the stored secrets. */
export const testSecret = 'a secret for tests that is long enough'

/** Tests that are not about rate limits never reach one. */
const defaultRateLimitFactor = 1_000

type TestPhoneOptions = Partial<PhoneServiceOptions> & {
  /** Multiplies all rate limits; high by default. */
  readonly rateLimitFactor?: number
  /** One by default. */
  readonly mediaProcesses?: number
  /** The UDP ports of browsers; any by default. */
  readonly mediaPorts?: {
    readonly mediaPort: number
    readonly mediaPortsPerProcess: number
    readonly reservedPortTimeoutMs?: number
  }
}

/**
 * Starts the phone service on a new database, with the real call engine, the simulated telephone network and
 * a fake account service.
 *
 * @param wrapEngine Returns the engine that the service gets.
 */
export async function startPhone(
  {
    rateLimitFactor = defaultRateLimitFactor,
    mediaProcesses = 1,
    mediaPorts,
    ...options
  }: TestPhoneOptions = {},
  wrapEngine: (engine: CallEngine) => CallEngine = (engine) => engine,
) {
  const stack = new AsyncDisposableStack()
  try {
    const database = stack.use(await startTestDatabase(phoneDatabase))
    const rateLimits = await openRateLimits(options.database ?? database, rateLimitFactor)
    const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-phone-'))
    stack.defer(() => rm(dataDirectory, { recursive: true, force: true }))
    const accounts = stack.use(await startFakeAccountService())
    const network = stack.use(await startTestPstn())
    const engine = stack.use(
      await createEmbeddedEngine({
        sipHost: '127.0.0.1',
        sipPort: 0,
        mediaPort: 0,
        mediaProcesses,
        ...mediaPorts,
      }),
    )
    const service = stack.use(
      await createPhoneService({
        ...(await createOptions({ database, rateLimits, engine, accounts, dataDirectory })),
        engine: wrapEngine(engine),
        simulatedPstn: network.access,
        ...options,
      }),
    )
    return {
      ...createClient(service, accounts),
      accounts,
      carrier: network.access,
      database,
      rateLimits,
      engine,
      service,
      dataDirectory,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Starts a phone service again after its disposal, on the same data with a new engine. */
export async function restartPhone(
  phone: Pick<TestPhone, 'database' | 'accounts' | 'dataDirectory'>,
  options: Partial<PhoneServiceOptions> = {},
) {
  const stack = new AsyncDisposableStack()
  try {
    const engine = stack.use(
      await createEmbeddedEngine({ sipHost: '127.0.0.1', sipPort: 0, mediaPort: 0, mediaProcesses: 1 }),
    )
    const service = stack.use(
      await createPhoneService({ ...(await createOptions({ ...phone, engine })), ...options }),
    )
    return {
      ...createClient(service, phone.accounts),
      accounts: phone.accounts,
      engine,
      service,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Returns the options of a phone service without the simulated telephone network. */
export async function createOptions(parts: {
  database: DatabaseServer
  rateLimits?: RateLimits
  engine: EmbeddedEngine
  accounts: Pick<FakeAccountService, 'connection'>
  dataDirectory: string
}): Promise<PhoneServiceOptions> {
  return {
    database: parts.database,
    rateLimits: parts.rateLimits ?? (await openRateLimits(parts.database, defaultRateLimitFactor)),
    engine: parts.engine,
    secrets: createSecrets(testSecret),
    log: createLog({ level: process.env.TEST_LOG === 'on' ? 'info' : 'silent' }),
    accounts: parts.accounts.connection,
    simulatedPstn: null,
    dataDirectory: parts.dataDirectory,
    listen: { host: '127.0.0.1', port: 0 },
    publicUrl: null,
    webRoot: null,
    sipHost: '127.0.0.1',
    onUndeclaredError: ({ method, path }, refusal) => {
      throw new Error(`${method} ${path} threw an error that it does not declare: ${refusal.message}`)
    },
  }
}

async function startTestPstn() {
  const account = { username: 'parley', password: 'a password for tests' }
  const pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account], ringMs: 100 })
  const access: SimulatedPstnAccess = {
    ...account,
    host: pstn.host,
    port: pstn.port,
    directory,
    personalNumberAt,
    owns: (number) =>
      indexOfPersonalNumber(number) !== null || directory.some((entry) => entry.number === number),
  }
  return { access, [Symbol.asyncDispose]: () => pstn[Symbol.asyncDispose]() }
}

/** Returns what tests use to send requests to a phone service. */
export function createClient(service: Pick<PhoneService, 'url'>, accounts: FakeAccountService) {
  async function request(
    person: FakeUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        ...(person ? { [accessTokenHeader]: await accounts.tokenFor(person.id) } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  /** Requests a link to audio and returns a function that uses it in the same browser. */
  async function requestAudio(person: FakeUser, path: string) {
    const { body: link, headers } = await request(person, 'POST', path)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const get = (url: string = link.url, range?: string) =>
      fetch(`${service.url}${url}`, { headers: range ? { cookie, range } : { cookie } })
    return { url: link.url as string, cookie, get }
  }

  return {
    request,
    requestAudio,
    /** Creates a user with a new workspace in which the user has `phone_admin`. */
    signUp(displayName: string): FakeUser {
      const teamId = accounts.addTeam(`${displayName}'s team`)
      return accounts.addUser(displayName, [teamId], [teamId])
    },
    as: (person: FakeUser, workspaceId?: string) => {
      const headers: Record<string, string> = workspaceId ? { [workspaceHeader]: workspaceId } : {}
      return {
        get: (path: string) => request(person, 'GET', path, undefined, headers),
        post: (path: string, body?: unknown) => request(person, 'POST', path, body, headers),
        put: (path: string, body: unknown) => request(person, 'PUT', path, body, headers),
        patch: (path: string, body: unknown) => request(person, 'PATCH', path, body, headers),
        delete: (path: string) => request(person, 'DELETE', path, undefined, headers),
      }
    },
  }
}
