import { expect, test } from 'vitest'
import { configureProject, signUp, startAccountService, uniqueEmail } from '../../testing.ts'

test('ZR2: changes by one user are limited per minute, rejected ones included, and those of other users and servers are not', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })
  await configureProject(service, { settings: { max_changes_per_minute: 3 } })
  const ada = await signUp(service, uniqueEmail('ada'))
  const grace = await signUp(service, uniqueEmail('grace'))
  const change = async (headers = ada.headers, body: object = { display_name: 'A' }) =>
    (await service.patch('/users/me', body, headers)).status

  expect([await change(), await change(ada.headers, { unknown: 1 })]).toEqual([200, 400])
  expect((await service.post('/teams', { display_name: 'A' }, ada.headers)).status).toBe(201)
  expect(await change()).toBe(429)
  expect(await change(grace.headers)).toBe(200)
  for (let count = 0; count < 4; count++)
    expect(
      (await service.patch(`/users/${ada.userId}`, { display_name: 'B' }, service.serverHeaders)).status,
    ).toBe(200)
  expect((await service.get('/users/me', ada.headers)).status).toBe(200)

  await configureProject(service, { settings: { max_changes_per_minute: null } })
  expect(await change()).toBe(200)
})

test('ZR31: every change without another rate limit counts, and a user who has reached the limit can sign out', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })
  await configureProject(service, { settings: { max_changes_per_minute: 2 } })
  const { headers } = await signUp(service, uniqueEmail('ada'))
  const { body } = await service.get('/emails/notification-preference/me', headers)
  const path = `/emails/notification-preference/me/${body.items[0].notification_category_id}`
  const change = async () => (await service.patch(path, { enabled: true }, headers)).status

  expect([await change(), await change(), await change()]).toEqual([200, 200, 429])
  expect((await service.patch('/user-api-keys/unknown', { revoked: true }, headers)).status).toBe(429)
  expect((await service.delete('/auth/sessions/current', headers)).status).toBe(200)
})

test('ZR34: changes by one user are limited per day', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })
  await configureProject(service, { settings: { max_changes_per_minute: 1 } })
  const { headers } = await signUp(service, uniqueEmail('ada'))
  const changeAfterMinute = async () => {
    await service.server.pool.query(
      "update rate_limits.attempts set ends_at = now() where name = 'changes-by-user'",
    )
    return (await service.patch('/users/me', { display_name: 'A' }, headers)).status
  }
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) statuses.push(await changeAfterMinute())

  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

test('ZR4: a client sends at most 640 KiB, and at most 32,768 keys', async () => {
  await using service = await startAccountService()
  const ada = await signUp(service, uniqueEmail('ada'))
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  const change = (body: object, headers = ada.headers, path = '/users/me') =>
    service.patch(path, body, headers)

  const tooMany = await change(keys(32_769))
  expect([tooMany.status, tooMany.body.code]).toEqual([400, 'BODY_PARSING_ERROR'])
  expect((await change({ display_name: 'a'.repeat(640 * 1024) })).status).toBe(413)
  const fromServer = await change(
    { display_name: 'a'.repeat(640 * 1024) },
    service.serverHeaders,
    `/users/${ada.userId}`,
  )
  expect(fromServer.status).toBe(400)
})
