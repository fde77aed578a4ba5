import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveBuiltInKeys, phoneProjectId } from '@parley/account-service'
import { freePorts } from '@parley/dev-env'
import { createSecrets } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'

const program = new URL('../command-line.ts', import.meta.url).pathname
const password = 'correct horse battery'

/** Guarantee: all processes on one database act as one service and share its state. */
test('FO3: two account services and a phone service on one PostgreSQL share users, tokens and rate limits', async () => {
  await using app = await prepareProcesses()
  const [first, second] = await Promise.all([
    app.start('accounts', app.ports.first),
    app.start('accounts', app.ports.second),
  ])
  await using _first = first
  await using _second = second
  await using phone = await app.start('phone', app.ports.first)
  const requestFirst = app.accountsAt(app.ports.first)
  const requestSecond = app.accountsAt(app.ports.second)

  const ada = await requestFirst('POST', '/auth/password/sign-up', {
    email: 'ada@example.com',
    password,
    verification_callback_url: `http://localhost:${app.ports.phone}/handler/email-verification`,
  })
  const asAda = { 'x-stack-access-token': ada.body.access_token }
  const me = await requestSecond('GET', '/users/me', undefined, asAda)
  const phoneResponse = await fetch(`http://localhost:${app.ports.phone}/api/v1/me`, { headers: asAda })

  expect(ada).toMatchObject({ status: 200 })
  expect([me.status, me.body.primary_email]).toEqual([200, 'ada@example.com'])
  expect(phoneResponse.status).toBe(200)
  expect(await phoneResponse.json()).toMatchObject({ user: { id: ada.body.user_id } })

  // Six attempts in five minutes over both account services.
  const attempts = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? requestFirst : requestSecond)('POST', '/auth/password/sign-in', {
        email: `unknown-${index}@example.com`,
        password,
      }),
    ),
  )
  expect(attempts.filter(({ status }) => status === 400)).toHaveLength(6)
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(4)

  const another = await app.run('phone', await app.createOtherMachine())
  expect(another.code).toBe(1)
  expect(another.output).toContain('Another phone service is already using this database.')
  expect(another.output).not.toContain('    at ')
  expect((await fetch(`http://localhost:${app.ports.phone}/api/v1/me`, { headers: asAda })).status).toBe(200)

  first.kill()
  await first.exited
  expect((await requestSecond('GET', '/users/me', undefined, asAda)).status).toBe(200)
  expect(await phone.stop()).toBe(0)
  expect(await second.stop()).toBe(0)
})

/**
 * Guarantee: the end of a session takes effect without delay also when the services run as separate
 * processes.
 */
test('CM1: a sign-out at one of two account services ends access to the phone in another process', async () => {
  await using app = await prepareProcesses()
  await using _first = await app.start('accounts', app.ports.first)
  await using _second = await app.start('accounts', app.ports.second)
  await using _phone = await app.start('phone', app.ports.first)
  const ada = await app.accountsAt(app.ports.first)('POST', '/auth/password/sign-up', {
    email: 'ada@example.com',
    password,
    verification_callback_url: `http://localhost:${app.ports.phone}/handler/email-verification`,
  })
  const headers = { 'x-stack-access-token': ada.body.access_token }
  const requestMe = async () =>
    (await fetch(`http://localhost:${app.ports.phone}/api/v1/me`, { headers })).status
  expect(await requestMe()).toBe(200)

  const requestSecond = app.accountsAt(app.ports.second)
  const signedOut = await requestSecond('DELETE', '/auth/sessions/current', undefined, {
    ...headers,
    'x-stack-refresh-token': ada.body.refresh_token,
  })

  expect(signedOut.status).toBe(200)
  // Less than the 30 s after which the phone checks the session without an event.
  await expect.poll(requestMe, { timeout: 15_000, interval: 100 }).toBe(401)
})

test('a process with the role accounts stores nothing on disk', async () => {
  await using app = await prepareProcesses()

  await using alone = await app.start('accounts', app.ports.first)

  expect(await alone.stop()).toBe(0)
  await expect(access(app.dataDirectory)).rejects.toThrow()
})

test('a role without the shared settings names every missing setting and does not start', async () => {
  await using app = await prepareProcesses()

  const { code, output } = await app.run('accounts', {
    DATABASE_URL: undefined,
    PARLEY_SECRET: undefined,
    PARLEY_PUBLIC_PHONE_URL: undefined,
  })

  expect(code).toBe(1)
  expect(output).toBe(
    'The role accounts needs settings that all processes share. Set DATABASE_URL, PARLEY_SECRET, PARLEY_PUBLIC_PHONE_URL.\n',
  )
})

/**
 * Prepares shared settings, a database and ports for several processes. The first account service is the
 * public one.
 */
async function prepareProcesses() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await startTestDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'parley-roles-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const [first = 0, second = 0, phone = 0, sip = 0, pstn = 0] = await freePorts(5)
  const secret = randomBytes(32).toString('base64url')
  const dataDirectory = join(folder, 'data')
  const settings: NodeJS.ProcessEnv = {
    ...process.env,
    PARLEY_DATA: dataDirectory,
    DATABASE_URL: database.url,
    PARLEY_SECRET: secret,
    PARLEY_PUBLIC_ACCOUNTS_URL: `http://localhost:${first}`,
    PARLEY_PUBLIC_PHONE_URL: `http://localhost:${phone}`,
    PARLEY_PHONE_SIGN_UP: 'open',
    PARLEY_PHONE_PORT: String(phone),
    PARLEY_SIP_PORT: String(sip),
    PARLEY_CARRIER_PORT: String(pstn),
    PARLEY_RATE_LIMIT_FACTOR: '0.1',
  }
  const launch = (role: string, changes: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, [program, 'serve', '--role', role], {
      env: { ...settings, ...changes },
    })
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, exited, output: collectOutput(child) }
  }

  return {
    dataDirectory,
    ports: { first, second, phone },
    async start(role: string, accountsPort: number) {
      const { child, exited, output } = launch(role, { PARLEY_ACCOUNTS_PORT: String(accountsPort) })
      const ready = new Promise<void>((resolve) => {
        child.stdout.on('data', () => output().includes('Parley is ready') && resolve())
      })
      await Promise.race([
        ready,
        exited.then(() => {
          throw new Error(`The process did not start. Output:\n${output()}`)
        }),
      ])
      const stop = async () => {
        child.kill('SIGTERM')
        return await exited
      }
      return {
        exited,
        stop,
        kill: () => child.kill('SIGKILL'),
        [Symbol.asyncDispose]: async () => void (await stop()),
      }
    },
    async run(role: string, changes: NodeJS.ProcessEnv) {
      const { exited, output } = launch(role, changes)
      return { code: await exited, output: output() }
    },
    /** Returns separate files and ports, as on another machine. */
    async createOtherMachine(): Promise<NodeJS.ProcessEnv> {
      const [phone, sip, pstn] = await freePorts(3)
      return {
        PARLEY_DATA: join(folder, 'data of another'),
        PARLEY_PHONE_PORT: String(phone),
        PARLEY_SIP_PORT: String(sip),
        PARLEY_CARRIER_PORT: String(pstn),
      }
    },
    accountsAt: (port: number) => createClient(`http://localhost:${port}`, secret),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function createClient(origin: string, secret: string) {
  const { phone } = deriveBuiltInKeys(createSecrets(secret))
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': phoneProjectId,
        'x-stack-publishable-client-key': phone.publishableClientKey,
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: response.ok ? JSON.parse(text) : text }
  }
}

function collectOutput(child: ReturnType<typeof spawn>): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text
    })
  }
  return () => output
}
