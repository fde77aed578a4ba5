import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { setUpAccountService, signUp, startAccountService, uniqueEmail } from '../../testing.ts'
import { builtInTemplates } from '../templates/built-in-templates.ts'
import { lightTheme } from '../themes/built-in-themes.ts'
import { configureEmailServer, createTestProject, signUpInProject } from './testing.ts'

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

const toHost = (port: number) => ({
  host: '127.0.0.1',
  port,
  username: 'engines',
  password: 'right',
  sender_name: 'Engines',
  sender_email: 'mail@engines.example.com',
})

/** Guarantee (UA3): no user sends their own content from the address of the operator. */
test("UA3: the installation's server sends only built-in templates and themes, never those that a project has stored", async () => {
  const project = await createTestProject(service())
  const config = (email_config: object) =>
    service().patch('/internal/projects/current', { config: { email_config } }, project.admin)
  await config({ type: 'standard', ...toHost(1) })
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

/** Guarantee (UA4): servers of projects that do not respond delay no e-mail of the installation's server. */
test('UA4: e-mails are sent while the servers of other projects do not respond', async () => {
  await using at = await startAccountService(networks)
  await using hanging = await startHangingServer()
  for (let count = 0; count < 4; count++) {
    const project = await createTestProject(at)
    await configureEmailServer(at, project, toHost(hanging.port))
    await signUpInProject(at, project, uniqueEmail('ada'))
    await signUpInProject(at, project, uniqueEmail('linus'))
  }
  await hanging.hasConnections(6)

  const email = uniqueEmail('grace')
  await signUp(at, email)

  expect((await at.waitForEmail(email)).text).toContain('code=')
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
