import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { required } from '@parley/primitives'
import type { Email } from '@parley/server'
import { expect, test } from 'vitest'
import { setUpAccountService, signUp, startAccountService, uniqueEmail } from '../../testing.ts'
import { builtInTemplates } from '../templates/built-in-templates.ts'
import { lightTheme } from '../themes/built-in-themes.ts'
import { deliverEmail } from './deliver-email.ts'
import {
  configureEmailServer,
  createTestProject,
  listSent,
  signUpInProject,
  startSmtpServer,
  startWithServer,
  type TestProject,
  toServerConfig,
  waitUntil,
} from './testing.ts'

const networks = { options: { outboundNetworks: ['127.0.0.0/8'] } }
const service = setUpAccountService(networks)
const verification = required(builtInTemplates[0], 'a built-in template').id

/** A server that accepts connections and never responds. */
async function startHangingServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hasConnections: (count: number) => expect.poll(() => sockets.size).toBeGreaterThanOrEqual(count),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Guarantee: the e-mails of the phone and of the owners do not wait for those of all other projects. */
test('ZR508: e-mails of our own projects have priority', () => {
  const toPriority = (projectId: string) =>
    deliverEmail.toPriority?.({
      projectId,
      to: '',
      userId: null,
      locale: 'en-US',
      content: { kind: 'stored', contentId: '' },
    }) ?? 0

  expect(toPriority(service().phoneProjectId)).toBeGreaterThan(
    toPriority('00000000-0000-4000-8000-000000000000'),
  )
})

/** Guarantee (UA3): no user sends their own content from the address of the operator. */
test("UA3: the installation's server sends only built-in templates and themes, never those that a project has stored", async () => {
  const project = await createTestProject(service())
  const config = (email_config: object) =>
    service().patch('/internal/projects/current', { config: { email_config } }, project.admin)
  await config({ type: 'standard', ...toServerConfig(1) })
  const template = await service().patch(
    `/internal/email-templates/${verification}`,
    {
      tsx_source: `import { Subject, NotificationCategory } from '@stackframe/emails'
        export function EmailTemplate() {
          return <><Subject value="Your bank" /><NotificationCategory value="Transactional" /><p>Your bank</p></>
        }`,
    },
    project.admin,
  )
  const theme = await service().patch(
    `/internal/email-themes/${lightTheme.id}`,
    { tsx_source: 'export function EmailTheme({ children }) { return <div>Your bank {children}</div> }' },
    project.admin,
  )
  await config({ type: 'shared' })

  const email = uniqueEmail('grace')
  await signUpInProject(service(), project, email)
  const { subject, html, text } = await service().waitForEmail(email)

  expect([template.status, theme.status]).toEqual([200, 200])
  expect(subject).toBe('Verify your e-mail at Engines')
  expect(`${html} ${text}`).not.toContain('Your bank')
  expect(text).toContain('code=')
})

const advertisement = 'Bank\r\nverify at https://evil.example/login or mail bank@evil.example '.repeat(2)
const plainAdvertisement = 'Bank verify at or mail Bank verify at or mail'

async function inviteToTeam(project: TestProject) {
  const ada = await signUpInProject(service(), project, uniqueEmail('ada'))
  const { body: team } = await service().post(
    '/teams',
    { display_name: advertisement, creator_user_id: ada.userId },
    project.admin,
  )
  const email = uniqueEmail('grace')
  const { status } = await service().post(
    '/team-invitations/send-code',
    { team_id: team.id, email, callback_url: 'http://localhost/handler' },
    ada.headers,
  )
  expect(status).toBe(200)
  return email
}

/** Guarantee (ZR591): no user of a project sends words of their own from the address of the operator. */
test("ZR591: e-mails of the installation's server contain plain names of projects and teams", async () => {
  const project = await createTestProject(service(), advertisement)
  const mails = [await service().waitForEmail(await inviteToTeam(project))]
  const email = uniqueEmail('grace')
  for (const send of [
    () => signUpInProject(service(), project, email),
    () =>
      service().post(
        '/internal/send-sign-in-invitation',
        { email, callback_url: 'http://localhost/' },
        project.admin,
      ),
  ]) {
    await send()
    mails.push(await service().waitForEmail(email, mails.length))
  }

  expect(mails.map(({ subject }) => subject)).toEqual([
    `Invitation to ${plainAdvertisement}`,
    `Verify your e-mail at ${plainAdvertisement}`,
    `Invitation to ${plainAdvertisement}`,
  ])
  for (const { from, text, html } of mails) {
    expect(from.name).toBe(plainAdvertisement)
    expect(text + html).not.toContain('evil')
  }
})

test('ZR591: an invitation that waits while its project returns to the server of the installation names the team plainly', async () => {
  await using smtp = await startSmtpServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Busy'), { responseCode: 451 })),
  })
  const project = await createTestProject(service())
  await configureEmailServer(service(), project, smtp.config)
  const email = await inviteToTeam(project)
  await waitUntil(async () => (await listSent(service(), project)).length === 2)
  await useInstallationServer(service(), project)
  const { subject } = await waitUntil(async () => {
    await makeDue()
    return service().mailbox.find(({ to }) => to === email)
  })

  expect(subject).toBe(`Invitation to ${plainAdvertisement}`)
})

/** Guarantee (UA4): servers of projects that do not respond delay no e-mail of the installation's server. */
test('UA4: e-mails are sent while the servers of other projects do not respond', async () => {
  await using at = await startAccountService(networks)
  await using hanging = await startHangingServer()
  for (let count = 0; count < 4; count++) {
    const project = await createTestProject(at)
    await configureEmailServer(at, project, toServerConfig(hanging.port))
    await signUpInProject(at, project, uniqueEmail('ada'))
    await signUpInProject(at, project, uniqueEmail('linus'))
  }
  await hanging.hasConnections(6)

  const email = uniqueEmail('grace')
  await signUp(at, email)

  expect((await at.waitForEmail(email)).text).toContain('code=')
})

/** Makes the e-mails due that are scheduled or wait for a retry. */
const makeDue = () =>
  service().server.pool.query(
    `update jobs.job set start_after = now() where name like 'deliver-email%' and state in ('created', 'retry')`,
  )

const useInstallationServer = (at: ReturnType<typeof service>, { admin }: TestProject) =>
  at.patch('/internal/projects/current', { config: { email_config: { type: 'shared' } } }, admin)

/** Guarantee (ZR491): a change of the server between the request and the delivery sends no content of users. */
test.each([
  ['HTML', { html: '<p>Your bank</p>', subject: 'Your bank' }],
  ['a template', { template_id: verification, subject: 'Your bank' }],
])(
  'ZR491: %s that was scheduled while the project had its own server is not sent by that of the installation',
  async (_what, content) => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const scheduled = await service().post(
      '/emails/send-email',
      { user_ids: [set.ada.userId], scheduled_at_millis: service().now().getTime() + 3_600_000, ...content },
      set.project.admin,
    )
    await useInstallationServer(service(), set.project)
    await makeDue()
    const [last] = await waitUntil(async () => {
      const found = await listSent(service(), set.project)
      return found.length === 2 && found
    })

    expect(scheduled.status).toBe(200)
    expect(last.error).toMatch(/^Not sent: without an e-mail server of the project/)
    expect(service().mailbox.filter(({ to }) => to === set.ada.email)).toEqual([])
  },
)

test('ZR491: an e-mail whose first attempt failed at the server of the project is not repeated by that of the installation', async () => {
  await using smtp = await startSmtpServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Busy'), { responseCode: 451 })),
  })
  const project = await createTestProject(service())
  const email = uniqueEmail('ada')
  const { userId } = await signUpInProject(service(), project, email)
  await service().waitForEmail(email)
  await configureEmailServer(service(), project, smtp.config)
  await service().post(
    '/emails/send-email',
    { user_ids: [userId], html: '<p>Your bank</p>', subject: 'Your bank' },
    project.admin,
  )
  const countOfSent = async (count: number) => (await listSent(service(), project)).length === count
  await waitUntil(() => countOfSent(2))
  await useInstallationServer(service(), project)
  await waitUntil(async () => {
    await makeDue()
    return await countOfSent(3)
  })

  expect((await listSent(service(), project))[0].error).toMatch(/^Not sent/)
  expect(service().mailbox.filter(({ to }) => to === email)).toHaveLength(1)
})

test('ZR491: a built-in e-mail that waits while its project returns to the server of the installation is sent once', async () => {
  await using set = await startWithServer(service(), {
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Busy'), { responseCode: 451 })),
  })
  await waitUntil(async () => (await listSent(service(), set.project)).length === 1)
  await useInstallationServer(service(), set.project)
  const sent = await waitUntil(async () => {
    await makeDue()
    return service().mailbox.find(({ to }) => to === set.ada.email)
  })

  expect(sent.from).toEqual({ name: 'Engines', address: 'parley@localhost' })
  // Recorded after it was sent.
  const countSent = async () => {
    const { rows } = await service().server.pool.query<{ sent: number }>(
      `select count(*)::int as sent from accounts.sent_emails where recipient = $1 and error is null`,
      [set.ada.email],
    )
    return rows[0]?.sent
  }
  await expect.poll(countSent).toBe(1)
})

/** Guarantee (ZR492): workers for the installation's server wait for no other server. */
test("ZR492: e-mails that were enqueued before their projects chose servers that do not respond delay no e-mail of the installation's server", async () => {
  const released = Promise.withResolvers<void>()
  const mails: Email[] = []
  let waiting = 0
  const mailer = {
    async send(email: Email) {
      waiting += 1
      await released.promise
      mails.push(email)
    },
    async [Symbol.asyncDispose]() {},
  }
  await using at = await startAccountService({ ...networks, mailer })
  await using hanging = await startHangingServer()
  const createProjects = () => Promise.all([1, 2, 3].map(() => createTestProject(at)))
  const sendTwo = async (projects: readonly TestProject[]) => {
    for (const project of projects)
      for (const name of ['ada', 'linus']) await signUpInProject(at, project, uniqueEmail(name))
  }
  // They occupy all workers until the others have changed their servers.
  await sendTwo(await createProjects())
  await waitUntil(() => waiting === 6)
  const others = await createProjects()
  await sendTwo(others)
  for (const project of others) await configureEmailServer(at, project, toServerConfig(hanging.port))
  released.resolve()
  await hanging.hasConnections(6)

  const email = uniqueEmail('grace')
  await signUp(at, email)

  // Shorter than the 30 s after which a worker gives up a server.
  await expect.poll(() => mails.some(({ to }) => to === email), { timeout: 20_000 }).toBe(true)
})

/** Guarantee (UA5): owners cannot flood other people through the installation's server. */
test('UA5: a project sends at most 6 sign-in invitations to a person in ten minutes, and 100 a day', async () => {
  await using at = await startAccountService({ rateLimitFactor: 1 })
  const project = await createTestProject(at)
  const invite = async (email: string) => {
    const body = { email, callback_url: 'http://localhost/' }
    return (await at.post('/internal/send-sign-in-invitation', body, project.admin)).status
  }
  const invited = async (emails: readonly string[]) =>
    (await Promise.all(emails.map(invite))).filter((status) => status === 200).length

  expect(await invited(Array.from({ length: 10 }, () => 'grace@example.com'))).toBe(6)
  expect(await invited(Array.from({ length: 100 }, (_, index) => `guest-${index}@example.com`))).toBe(94)
})
