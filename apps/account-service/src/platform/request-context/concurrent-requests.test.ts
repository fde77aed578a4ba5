import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createTestProject, signUpInProject } from '../../email/delivery/testing.ts'
import { giveToNewOwner } from '../../projects/testing.ts'
import { type Headers, signUp, startAccountService, type TestService, uniqueEmail } from '../../testing.ts'

/** Longer than the test, so that no stalled or waiting request ends. */
const patient = { requestTimeoutMs: 600_000, bodySpeedCheckMs: 600_000, userQueueTimeoutMs: 600_000 }

test('ZR33: the API rejects requests of a user of whom too many wait', async () => {
  await using service = await startAccountService({ http: { limits: patient } })
  const ada = await signUp(service, uniqueEmail('ada'))
  const holder = await service.server.pool.connect()
  await holder.query('begin')
  await holder.query('select id from accounts.users where id = $1 for update', [ada.userId])

  const responses = Array.from({ length: 105 }, () =>
    service.patch('/users/me', { display_name: 'Ada' }, ada.headers),
  )
  const first = await Promise.race(responses)
  await holder.query('rollback')
  holder.release()

  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1'])
  const accepted = (await Promise.all(responses)).filter(({ status }) => status === 200)
  expect(accepted.length).toBeGreaterThanOrEqual(100)
})

/** Sends the head of a change. The service asks for the body when it begins to read it. */
function startChange(
  { origin, phoneProjectId, keys }: TestService,
  path: string,
  headers: Headers,
): ClientRequest {
  const sending = request(`${origin}/api/v1${path}`, {
    method: 'PATCH',
    headers: {
      'x-stack-project-id': phoneProjectId,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': keys.phone.publishableClientKey,
      ...headers,
      'content-type': 'application/json',
      'content-length': 100_000,
      expect: '100-continue',
    },
  })
  onTestFinished(() => void sending.destroy())
  sending.on('error', () => {})
  sending.flushHeaders()
  return sending
}

test('ZR320: large bodies of a user that do not end delay those of no other user or server', async () => {
  await using service = await startAccountService({ http: { limits: patient } })
  const ada = await signUp(service, uniqueEmail('ada'))
  const grace = await signUp(service, uniqueEmail('grace'))
  for (const _ of Array(2)) await once(startChange(service, '/users/me', ada.headers), 'continue')
  startChange(service, '/users/me', ada.headers)

  await once(startChange(service, '/users/me', grace.headers), 'continue')
  await once(startChange(service, `/users/${ada.userId}`, service.serverHeaders), 'continue')
})

async function createProjectsOfOneOwner(service: TestService) {
  const projects = [await createTestProject(service), await createTestProject(service)] as const
  await giveToNewOwner(
    service,
    projects.map(({ id }) => id),
  )
  return projects
}

test('ZR583: the large bodies of all projects of one owner wait for each other, and not those of others', async () => {
  await using service = await startAccountService({
    http: { limits: patient },
    options: { internalSignUp: true },
  })
  const [engines, notes] = await createProjectsOfOneOwner(service)
  const [other] = await createProjectsOfOneOwner(service)
  const path = `/internal/ai-chat/${crypto.randomUUID()}`
  for (const _ of Array(2)) await once(startChange(service, path, engines.admin), 'continue')
  let isReceived = false
  startChange(service, path, notes.admin).on('continue', () => {
    isReceived = true
  })

  for (const _ of Array(2)) await once(startChange(service, path, other.admin), 'continue')
  expect(isReceived).toBe(false)
})

test('ZR583: the large bodies of users and servers of all projects of one owner share memory', async () => {
  await using service = await startAccountService({
    http: { limits: { ...patient, maxLargeBodyBytesPerClient: 250_000 } },
    options: { internalSignUp: true },
  })
  const [engines, notes] = await createProjectsOfOneOwner(service)
  const [other] = await createProjectsOfOneOwner(service)
  const { headers: ada } = await signUpInProject(service, engines, uniqueEmail('ada'))
  const { headers: grace } = await signUpInProject(service, notes, uniqueEmail('grace'))
  const { headers: linus } = await signUpInProject(service, other, uniqueEmail('linus'))
  await once(startChange(service, '/users/me', ada), 'continue')
  await once(startChange(service, `/internal/ai-chat/${crypto.randomUUID()}`, notes.admin), 'continue')

  const [rejected] = await once(startChange(service, '/users/me', grace), 'response')

  expect(rejected.statusCode).toBe(503)
  await once(startChange(service, '/users/me', linus), 'continue')
})
