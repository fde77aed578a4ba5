import { expect, test } from 'vitest'
import { giveToNewOwner } from '../../projects/testing.ts'
import { setUpAccountService, uniqueEmail } from '../../testing.ts'
import {
  configureEmailServer,
  createTestProject,
  signUpInProject,
  startSmtpServer,
  type TestProject,
  waitUntil,
} from './testing.ts'

const service = setUpAccountService({
  options: { outboundNetworks: ['127.0.0.0/8'], internalSignUp: true },
})

const send = ({ admin }: TestProject, user_ids: readonly string[], schedule: object = {}) =>
  service().post('/emails/send-email', { user_ids, html: '<p>Hi</p>', subject: 'News', ...schedule }, admin)

const countContents = async ({ id }: TestProject): Promise<number> => {
  const { rows } = await service().server.pool.query(
    'select count(*)::int as count from accounts.email_contents where project_id = $1',
    [id],
  )
  return rows[0].count
}

test('ZR585: the contents that all projects of an owner have stored are limited, and those of others are not affected', async () => {
  await using smtp = await startSmtpServer()
  const projects = [await createTestProject(service()), await createTestProject(service())] as const
  const other = await createTestProject(service())
  await giveToNewOwner(
    service(),
    projects.map(({ id }) => id),
  )
  const userIds = new Map<TestProject, string>()
  for (const project of [...projects, other]) {
    await configureEmailServer(service(), project, smtp.config)
    userIds.set(project, (await signUpInProject(service(), project, uniqueEmail('ada'))).userId)
  }
  const schedule = { scheduled_at_millis: service().now().getTime() + 3_600_000 }
  const sendOne = (project: TestProject) => send(project, [userIds.get(project) ?? ''], schedule)
  const [engines, notes] = projects
  expect((await sendOne(engines)).status).toBe(200)
  await service().server.pool.query(
    'update accounts.email_contents set recipients = 600000 where project_id = $1',
    [engines.id],
  )

  const limited = await sendOne(notes)

  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await sendOne(other)).status).toBe(200)
})

test('ZR585: content is deleted when its only recipient has received it, and not before that of several', async () => {
  await using smtp = await startSmtpServer()
  const project = await createTestProject(service())
  await configureEmailServer(service(), project, smtp.config)
  const ada = await signUpInProject(service(), project, uniqueEmail('ada'))
  const grace = await signUpInProject(service(), project, uniqueEmail('grace'))
  await waitUntil(() => smtp.received.length === 2)

  await send(project, [ada.userId])
  await waitUntil(async () => smtp.received.length === 3 && (await countContents(project)) === 0)
  await send(project, [ada.userId, grace.userId])
  await waitUntil(() => smtp.received.length === 5)

  expect(await countContents(project)).toBe(1)
})

test('ZR585: an e-mail is scheduled at most 365 days in advance', async () => {
  await using smtp = await startSmtpServer()
  const project = await createTestProject(service())
  await configureEmailServer(service(), project, smtp.config)
  const { userId } = await signUpInProject(service(), project, uniqueEmail('ada'))
  const sendAfterDays = (days: number) =>
    send(project, [userId], { scheduled_at_millis: service().now().getTime() + days * 24 * 60 * 60_000 })

  const { status, body } = await sendAfterDays(366)

  expect([status, body]).toEqual([400, 'An e-mail is scheduled at most 365 days in advance.'])
  expect((await sendAfterDays(364)).status).toBe(200)
})
