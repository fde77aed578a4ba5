import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createProjectKeys } from '../../index.ts'
import { type Headers, type TestService, uniqueEmail } from '../../testing.ts'
import { createSandbox, RenderingInterrupted, type RenderSources, type Sandbox } from '../sandbox/index.ts'

/** A project for one test with headers of its owner, which grant server access too. */
export interface TestProject {
  readonly id: string
  readonly admin: Headers
  readonly client: Headers
}

/** Creates a project that uses the installation's e-mail server. */
export async function createTestProject(service: TestService, displayName = 'Engines'): Promise<TestProject> {
  const id = randomUUID()
  await service.server.pool.query(
    `insert into accounts.projects (id, display_name, config, created_at) values ($1, $2, '{}', now())`,
    [id, displayName],
  )
  await service.server.pool.query(
    `insert into accounts.permission_definitions (project_id, id, scope, description, contained_permission_ids)
     select $1, id, scope, description, contained_permission_ids from accounts.permission_definitions
     where project_id = $2`,
    [id, service.phoneProjectId],
  )
  return { id, ...(await headersForProject(service, id)) }
}

/** Headers of an owner and of a client of a project. */
export async function headersForProject(
  service: TestService,
  projectId: string,
): Promise<Pick<TestProject, 'admin' | 'client'>> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const keys = await createProjectKeys(service.server, {
    project: projectId,
    description: 'tests',
    expiresAt,
  })
  return {
    admin: {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': keys.superSecretAdminKey,
    },
    client: {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': keys.publishableClientKey,
    },
  }
}

/** Signs a user up in a test's project, which sends an e-mail. Returns the user id. */
export async function signUpInProject(
  service: TestService,
  { client }: TestProject,
  email: string,
  headers: Headers = {},
): Promise<{ userId: string; headers: Headers }> {
  const body = {
    email,
    password: 'correct horse battery',
    verification_callback_url: 'http://localhost/verify',
  }
  const { status, body: response } = await service.post('/auth/password/sign-up', body, {
    ...client,
    ...headers,
  })
  if (status !== 200) throw new Error(`Signing up failed: ${JSON.stringify(response)}`)
  return {
    userId: response.user_id,
    headers: { ...client, 'x-stack-access-token': response.access_token },
  }
}

/** A message as received by the SMTP server. */
export interface ReceivedEmail {
  readonly to: readonly string[]
  readonly raw: string
}

/** Starts a real SMTP server on loopback. `refuse` lists rejected recipients. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw: Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '') })
        done()
      })
    },
    allowInsecureAuth: true,
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    config: toServerConfig(port),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Configures an SMTP server for a project. */
export async function configureEmailServer(
  service: TestService,
  project: TestProject,
  config: Awaited<ReturnType<typeof startSmtpServer>>['config'],
): Promise<void> {
  const changed = await service.patch(
    '/internal/projects/current',
    { config: { email_config: { type: 'standard', ...config } } },
    project.admin,
  )
  if (changed.status !== 200)
    throw new Error(`Configuring the e-mail server failed: ${JSON.stringify(changed.body)}`)
}

/** A sandbox that crashes on demand. */
export function createCrashingSandbox(goesDown: (sources: RenderSources) => boolean): Sandbox {
  const sandbox = createSandbox({ findOwnerId: async (projectId) => projectId })
  return {
    async render(sources) {
      if (goesDown(sources)) throw new RenderingInterrupted('The sandbox stopped.')
      return await sandbox.render(sources)
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

/** Waits until `find` returns a value. */
export async function waitUntil<T>(
  find: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 25) {
    const found = await find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('Timed out.')
}

/** Signs Ada up in a project with its own e-mail server, so that her first e-mail is queued. */
export async function startWithServer(service: TestService, options: SMTPServerOptions = {}) {
  const smtp = await startSmtpServer(options)
  const project = await createTestProject(service)
  await configureEmailServer(service, project, smtp.config)
  const email = uniqueEmail('ada')
  const ada = await signUpInProject(service, project, email)
  return { smtp, project, ada: { ...ada, email }, [Symbol.asyncDispose]: () => smtp[Symbol.asyncDispose]() }
}

/** Lists sent e-mails as the project owner. */
export async function listSent(service: TestService, project: TestProject) {
  return (await service.get('/internal/emails', project.admin)).body.items
}

/** Returns the configuration of a project whose server listens on a port of this machine. */
export const toServerConfig = (port: number) => ({
  host: '127.0.0.1',
  port,
  username: 'engines',
  password: 'right',
  sender_name: 'Engines',
  sender_email: 'mail@engines.example.com',
})
