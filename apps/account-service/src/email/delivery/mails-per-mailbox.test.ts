import { expect, test } from 'vitest'
import { startAccountService, type TestService, uniqueEmail } from '../../testing.ts'
import { configureEmailServer, createTestProject, startSmtpServer, type TestProject } from './testing.ts'

const callback_url = 'http://localhost/handler'

/** Starts a service each of whose requests comes from another network. */
function start() {
  let requests = 0
  return startAccountService({
    rateLimitFactor: 1,
    http: { clientIp: () => `198.51.100.${++requests}` },
    options: { outboundNetworks: ['127.0.0.0/8'] },
  })
}

/** Creates a project of another owner. */
async function createProject(at: TestService, email_config: object = { type: 'shared' }) {
  const project = await createTestProject(at)
  const config = { magic_link_enabled: true, email_config }
  await at.patch('/internal/projects/current', { config }, project.admin)
  return project
}

/** Requests codes with one project for each of the addresses. Returns how many were accepted. */
async function requestCodes(
  at: TestService,
  { client }: Pick<TestProject, 'client'>,
  emails: readonly string[],
) {
  const request = (email: string) => at.post('/auth/otp/send-sign-in-code', { email, callback_url }, client)
  const responses = await Promise.all(emails.map(request))
  return responses.filter(({ status }) => status === 200).length
}

const repeat = (count: number, email: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => email(index))

/** Guarantee (ZR676): strangers who own many projects do not fill the mailbox of another person. */
test('ZR676: all projects of strangers send twelve e-mails to one person in ten minutes, and leave those of the phone', async () => {
  await using at = await start()
  const ada = uniqueEmail('ada')
  const accepted: number[] = []
  for (let owner = 0; owner < 4; owner++)
    accepted.push(
      await requestCodes(
        at,
        await createProject(at),
        repeat(7, () => ada),
      ),
    )
  const last = await createProject(at)
  const invited = await at.post('/internal/send-sign-in-invitation', { email: ada, callback_url }, last.admin)
  const byPhone = await at.post('/auth/otp/send-sign-in-code', {
    email: ada,
    callback_url: 'https://phone.example.com/handler/magic-link-callback',
  })

  expect(accepted).toEqual([6, 6, 0, 0])
  expect([invited.status, byPhone.status]).toEqual([429, 200])
  expect(await requestCodes(at, last, [uniqueEmail('grace')])).toBe(1)
})

test('ZR677: the subaddresses of one person share the e-mails of a person, except of a project with its own server', async () => {
  await using at = await start()
  await using smtp = await startSmtpServer()
  const project = await createProject(at)
  const own = await createProject(at)
  await configureEmailServer(at, own, smtp.config)
  const addresses = (name: string) => repeat(9, (index) => `${name}+${index}@example.com`)

  expect(await requestCodes(at, project, addresses('ada'))).toBe(6)
  expect(await requestCodes(at, own, addresses('ada'))).toBe(9)
})

test('ZR677: sign-ups with the subaddresses of one person cause three e-mails in ten minutes', async () => {
  await using at = await start()
  for (let index = 0; index < 5; index++)
    await at.post('/auth/password/sign-up', {
      email: `ada+${index}@example.com`,
      password: 'correct horse battery',
      verification_callback_url: 'https://phone.example.com/handler/email-verification',
    })
  const grace = uniqueEmail('grace')
  await at.post('/auth/otp/send-sign-in-code', {
    email: grace,
    callback_url: 'https://phone.example.com/handler/magic-link-callback',
  })
  await at.waitForEmail(grace)

  expect(at.mailbox.filter(({ to }) => to.startsWith('ada+'))).toHaveLength(3)
})
