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

/** What a person's browser sends along. */
export type Headers = Readonly<Record<string, string>>

export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is for the test to look at.
  readonly body: any
  readonly headers: globalThis.Headers
}

export type TestService = Awaited<ReturnType<typeof startAccountService>>

/** Cheap hashing, so that tests do not wait for what is meant to be slow. */
export const cheapPasswords = {
  passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  passwordQueue: { running: 2, waiting: 1000 },
} as const

const secrets = createSecrets('a secret of tests, long enough to be taken')

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

type Changes = Partial<Omit<AccountServiceOptions, 'options'>> & {
  readonly options?: Partial<AccountServiceOptions['options']>
  /** Multiplies rate limits; high unless the test is about them. */
  readonly rateLimitFactor?: number
}

/** The whole account service on a real database, of its own unless one is given, and a real socket, with a mailbox. */
export async function startAccountService({ rateLimitFactor = 1000, ...changes }: Changes = {}) {
  const ownServer = changes.server ? null : await startTestDatabase(accountsDatabase)
  const server = changes.server ?? ownServer!
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
    onUndeclared: ({ method, path }, refusal) => {
      throw new Error(`${method} ${path} does not declare: ${refusal.message}`)
    },
    ...changes,
    options: {
      publicUrl: 'http://accounts.example.com',
      phoneUrl: 'https://phone.example.com',
      ...cheapPasswords,
      ...changes.options,
    },
  })
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
  ): Promise<Answered> {
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
    /** Headers of a back end of the phone's project. */
    asServer: {
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': service.keys.phone.secretServerKey,
    } as Headers,
    /** The clock of the service. */
    now: () => new Date(Date.now() + clockMs),
    /** Moves the clock of the service on. */
    advance: (ms: number) => {
      clockMs += ms
    },
    /** Waits for the latest mail to somebody; the second, third and so on where `count` is given. */
    async mailTo(address: string, count = 1): Promise<Email> {
      for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 20) {
        const mails = mailbox.filter(({ to }) => to === address)
        const mail = mails.at(-1)
        if (mail && mails.length >= count) return mail
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`No mail to ${address} has come.`)
    },
    async [Symbol.asyncDispose]() {
      await service.app.close()
      await jobs[Symbol.asyncDispose]()
      await ownServer?.[Symbol.asyncDispose]()
    },
  }
}

/** One service for all tests of a file. Its tests take people of their own, so that they need no order. */
export function serviceOfThisFile(changes?: Changes): () => TestService {
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

let people = 0

/** An address that no other test uses: `ada-3@example.com`. */
export function addressOf(name: string): string {
  people += 1
  return `${name}-${people}@example.com`
}

/** The code in the link of a mail, with the nonce that the browser keeps which asked for it, where links are bound to that. */
export function codeIn({ text }: Email, nonce = ''): string {
  const code = `${/[?&]code=([0-9a-z]+)/.exec(text)?.[1] ?? ''}${nonce}`
  if (code.length !== 45) throw new Error(`The mail has no code:\n${text}`)
  return code
}

/** Signs somebody up by password and answers the headers that they then call with. */
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

/** The six digits that an authenticator shows for a secret, at the clock of the service, some steps of 30 s away. */
export function digitsOf(service: TestService, secret: Secret, stepsAway = 0): string {
  return TOTP.generate({ secret, timestamp: service.now().getTime() + stepsAway * 30_000 })
}

/** Signs somebody up who then has a second factor, with the secret that their authenticator keeps. */
export async function signUpWithSecondFactor(service: TestService, email: string) {
  const person = await signUp(service, email)
  const secret = new Secret({ size: 20 })
  const totp_secret_base64 = Buffer.from(secret.bytes).toString('base64')
  const { status, body } = await service.patch('/users/me', { totp_secret_base64 }, person.headers)
  if (status !== 200) throw new Error(`Setting up the second factor of ${email} failed: ${body}`)
  return { ...person, secret }
}

/** Headers of an owner of the phone's project. */
export async function asAdmin({ server }: TestService): Promise<Headers> {
  const keys = await createProjectKeys(server, {
    project: 'phone',
    description: 'Tests',
    expiresAt: new Date('2126-01-01T00:00:00Z'),
  })
  return { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': keys.superSecretAdminKey }
}

/** Changes what the phone's project is configured to do, as its owner does. */
export async function configure(
  service: TestService,
  { config, settings }: { readonly config?: object; readonly settings?: object },
): Promise<void> {
  const admin = await asAdmin(service)
  const answers = [
    config && (await service.patch('/internal/projects/current', { config }, admin)),
    settings && (await service.patch('/internal/settings', settings, admin)),
  ]
  for (const answer of answers)
    if (answer && answer.status !== 200)
      throw new Error(`The project was not configured: ${JSON.stringify(answer.body)}`)
}

/** One service for the tests of a group, whose project is configured in its own way. */
export function serviceConfigured(configuration: Parameters<typeof configure>[1]): () => TestService {
  const service = serviceOfThisFile()
  beforeAll(() => configure(service(), configuration))
  return service
}

/** The code by which a refusal is known. */
export function codeOf({ headers }: Pick<Answered, 'headers'>): string | null {
  return headers.get('x-stack-known-error')
}
