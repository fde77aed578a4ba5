import { required } from '@parley/primitives'
import { createLog, createSecrets, type Email, type Mailer, openJobs, openRateLimits } from '@parley/server'
import { startTestDatabase, type TestSchema } from '@parley/server/testing'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll } from 'vitest'
import {
  type AccountServiceOptions,
  accountMigrations,
  accountsSchema,
  createAccountService,
  createProjectKeys,
} from './index.ts'

/** Request headers of a test client. */
export type Headers = Readonly<Record<string, string>>

export interface TestResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the parsed response.
  readonly body: any
  readonly headers: globalThis.Headers
}

export type TestService = Awaited<ReturnType<typeof startAccountService>>

/** Cheap hashing, so that tests are not slowed down by production cost. */
export const fastPasswordHashing = {
  passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  passwordQueue: { running: 2, waiting: 1000 },
} as const

const secrets = createSecrets('a secret for tests that is long enough')

/** The account service's tables, for `startTestDatabase`. */
const accountsDatabase: TestSchema = {
  schema: accountsSchema,
  migrations: accountMigrations,
  async prepare(server) {
    const jobs = await openJobs(server, createLog({ level: 'error' }), secrets)
    await jobs[Symbol.asyncDispose]()
    await openRateLimits(server, 1)
  },
}

/** The settings of a project of the public SDK, where they differ from those of our own projects. */
export const sdkProjectSettings = {
  needs_recent_authentication: false,
  ends_sessions_on_agent_change: false,
  sign_in_methods_need_verified_address: false,
  addresses_reserved_when_verified: false,
  second_factor_needs_code: false,
  verification_needs_session: false,
  provider_links_confirmed: false,
  domains_match_port: false,
  email_links_open_hosted_pages: false,
  restricts_invitation_emails: false,
  code_sign_in_stays_disabled: false,
  rejects_simple_passwords: false,
  plain_names_in_emails: false,
} as const

type TestServiceOptions = Partial<Omit<AccountServiceOptions, 'options'>> & {
  readonly options?: Partial<AccountServiceOptions['options']>
  /** Multiplies all rate limits; high by default. */
  readonly rateLimitFactor?: number
  /** Settings of the phone's project, changed before the first request. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/**
 * Starts the whole account service on a real database (a new one by default) and a real socket, with a
 * mailbox.
 */
export async function startAccountService({
  rateLimitFactor = 1000,
  settings,
  ...changes
}: TestServiceOptions = {}) {
  const ownServer = changes.server ? null : await startTestDatabase(accountsDatabase)
  const server = changes.server ?? required(ownServer, 'the server')
  const log = changes.log ?? createLog({ level: 'error' })
  const jobs = await openJobs(server, log, secrets)
  const mailbox: Email[] = []
  const mailer: Mailer = {
    send: async (email) => void mailbox.push(email),
    async [Symbol.asyncDispose]() {},
  }
  let clockMs = 0
  const service = await createAccountService({
    server,
    jobs,
    mailer,
    rateLimits: await openRateLimits(server, rateLimitFactor),
    secrets,
    log,
    now: () => new Date(Date.now() + clockMs),
    onUndeclaredError: ({ method, path }, refusal) => {
      throw new Error(`${method} ${path} does not declare: ${refusal.message}`)
    },
    ...changes,
    options: {
      publicUrl: 'http://accounts.example.com',
      phoneUrl: 'https://phone.example.com',
      ...fastPasswordHashing,
      ...changes.options,
    },
  })
  if (settings)
    await server.pool.query(
      `update ${accountsSchema}.projects set settings = (settings::jsonb || $1::jsonb)::json where id = $2`,
      [JSON.stringify(settings), service.phoneProjectId],
    )
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const project: Headers = {
    'x-stack-project-id': service.phoneProjectId,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': service.keys.phone.publishableClientKey,
  }

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<TestResponse> {
    const isText = typeof body === 'string'
    const response = await fetch(`${origin}${path.startsWith('/api') ? '' : '/api/v1'}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...project,
        ...headers,
      },
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  return {
    ...service,
    origin,
    server,
    mailbox,
    call,
    get: (path: string, headers?: Headers) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Headers) => call('POST', path, body, headers),
    patch: (path: string, body?: unknown, headers?: Headers) => call('PATCH', path, body, headers),
    delete: (path: string, headers?: Headers) => call('DELETE', path, undefined, headers),
    /** Headers for server access to the phone's project. */
    serverHeaders: {
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': service.keys.phone.secretServerKey,
    } as Headers,
    /** The service's clock. */
    now: () => new Date(Date.now() + clockMs),
    /** Advances the service's clock. */
    advance: (ms: number) => {
      clockMs += ms
    },
    /** Waits for an e-mail to `email` and returns the latest one; `count` waits for that many. */
    async waitForEmail(address: string, count = 1): Promise<Email> {
      for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 20) {
        const mails = mailbox.filter(({ to }) => to === address)
        const mail = mails.at(-1)
        if (mail && mails.length >= count) return mail
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`No e-mail to ${address} has arrived.`)
    },
    async [Symbol.asyncDispose]() {
      await service.app.close()
      await jobs[Symbol.asyncDispose]()
      await ownServer?.[Symbol.asyncDispose]()
    },
  }
}

/**
 * Starts one service for all tests of a file. Each test has its own users, so that they are independent of
 * order.
 */
export function setUpAccountService(changes?: TestServiceOptions): () => TestService {
  let service: TestService | undefined
  beforeAll(async () => {
    service = await startAccountService(changes)
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
  })
  return () => {
    if (!service) throw new Error('The service has not been started.')
    return service
  }
}

let userCount = 0

/** Returns an e-mail address that no other test uses: `ada-3@example.com`. */
export function uniqueEmail(name: string): string {
  userCount += 1
  return `${name}-${userCount}@example.com`
}

/**
 * Returns the code in an e-mail's link, completed by the browser's nonce for projects with browser-bound
 * links.
 */
export function codeFromEmail({ text }: Email, nonce = ''): string {
  const code = `${/[?&]code=([0-9a-z]+)/.exec(text)?.[1] ?? ''}${nonce}`
  if (code.length !== 45) throw new Error(`The e-mail contains no code:\n${text}`)
  return code
}

/** Signs a user up with a password and returns the headers for authenticated requests. */
export async function signUp(service: TestService, email: string, password = 'correct horse battery') {
  const { status, body } = await service.post('/auth/password/sign-up', {
    email,
    password,
    verification_callback_url: 'https://phone.example.com/handler/email-verification',
  })
  if (status !== 200) throw new Error(`Signing up ${email} failed: ${JSON.stringify(body)}`)
  return {
    email,
    password,
    userId: body.user_id as string,
    refreshToken: body.refresh_token as string,
    headers: { 'x-stack-access-token': body.access_token as string } as Headers,
  }
}

/** Returns the TOTP code for a secret at the service's clock, offset by a number of 30 s steps. */
export function totpCodeFor(service: TestService, secret: Secret, stepOffset = 0): string {
  return TOTP.generate({ secret, timestamp: service.now().getTime() + stepOffset * 30_000 })
}

/** Returns the request with which a client sets a second factor. Its code does not sign in afterwards. */
export function totpChange(service: TestService, secret: Secret) {
  return { totp_secret_base64: toBase64(secret), totp_code: totpCodeFor(service, secret) }
}

/** Sets the second factor of a user as a back end, which needs no code of it. */
export async function setSecondFactor(service: TestService, userId: string, secret: Secret): Promise<void> {
  const change = { totp_secret_base64: toBase64(secret) }
  const { status, body } = await service.patch(`/users/${userId}`, change, service.serverHeaders)
  if (status !== 200) throw new Error(`Setting the second factor of ${userId} failed: ${body}`)
}

function toBase64(secret: Secret): string {
  return Buffer.from(secret.bytes).toString('base64')
}

/** Signs up a verified user with TOTP enabled; returns the secret too. */
export async function signUpWithSecondFactor(service: TestService, email: string) {
  const person = await signUp(service, email)
  await service.patch(`/users/${person.userId}`, { primary_email_verified: true }, service.serverHeaders)
  const secret = new Secret({ size: 20 })
  await setSecondFactor(service, person.userId, secret)
  return { ...person, secret }
}

/** Headers for admin access to the phone's project. */
export async function adminHeaders({ server }: TestService): Promise<Headers> {
  const keys = await createProjectKeys(server, {
    project: 'phone',
    description: 'Tests',
    expiresAt: new Date('2126-01-01T00:00:00Z'),
  })
  return { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': keys.superSecretAdminKey }
}

/** Updates the configuration and settings of the phone's project as its owner. */
export async function configureProject(
  service: TestService,
  { config, settings }: { readonly config?: object; readonly settings?: object },
): Promise<void> {
  const admin = await adminHeaders(service)
  const responses = [
    config && (await service.patch('/internal/projects/current', { config }, admin)),
    settings && (await service.patch('/internal/settings', settings, admin)),
  ]
  for (const response of responses)
    if (response && response.status !== 200)
      throw new Error(`Configuring the project failed: ${JSON.stringify(response.body)}`)
}

/** Starts one service for a group of tests and configures its project. */
export function setUpConfiguredService(
  configuration: Parameters<typeof configureProject>[1],
): () => TestService {
  const service = setUpAccountService()
  beforeAll(() => configureProject(service(), configuration))
  return service
}

/** Returns the error code of a response, from `x-stack-known-error`. */
export function getErrorCode({ headers }: Pick<TestResponse, 'headers'>): string | null {
  return headers.get('x-stack-known-error')
}
