import { expect, test } from 'vitest'
import { configureProject, getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService()

/** Returns a value of exactly `bytes` bytes of JSON, with characters of two bytes. */
const createMetadata = (bytes: number) => ({ text: `${'é'.repeat((bytes - '{"text":""}'.length - 1) / 2)}e` })

/** Guarantee (AV3, SR16): the metadata of users and teams cannot fill the memory of the services. */
test('AV3, SR16: metadata beyond 16 KiB is rejected in each field of users and teams of our own projects', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: team } = await service().post('/teams', { display_name: 'A' }, ada.headers)
  const [fits, exceeds] = [createMetadata(16_384), createMetadata(16_386)]
  const server = service().serverHeaders

  expect((await service().patch('/users/me', { client_metadata: fits }, ada.headers)).status).toBe(200)
  for (const field of ['client_metadata', 'client_read_only_metadata', 'server_metadata']) {
    const refused = [
      await service().patch(`/users/${ada.userId}`, { [field]: exceeds }, server),
      await service().post('/users', { [field]: exceeds }, server),
      await service().patch(`/teams/${team.id}`, { [field]: exceeds }, server),
      await service().post('/teams', { display_name: 'B', [field]: exceeds }, server),
    ]
    for (const response of refused) {
      expect([response.status, getErrorCode(response)]).toEqual([400, 'SCHEMA_ERROR'])
      expect(response.body.error).toContain(`body.${field}: must be at most 16384 bytes of JSON`)
    }
  }
})

test('ZR33: metadata with more than 1,000 values is rejected in our own projects, and accepted without the limit', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const change = async (count: number) =>
    await service().patch('/users/me', { client_metadata: Array(count).fill([]) }, ada.headers)

  expect((await change(999)).status).toBe(200)
  const refused = await change(1_000)
  expect([refused.status, getErrorCode(refused)]).toEqual([400, 'SCHEMA_ERROR'])
  expect(refused.body.error).toContain('body.client_metadata: must have at most 1000 values')

  await configureProject(service(), { settings: { max_metadata_values: null } })
  try {
    expect((await change(1_000)).status).toBe(200)
  } finally {
    await configureProject(service(), { settings: { max_metadata_values: 1_000 } })
  }
})

test('AV3: with the limit of SDK projects, 128 KiB are accepted, and stay readable under a lower limit', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const change = (bytes: number) =>
    service().patch('/users/me', { client_metadata: createMetadata(bytes) }, ada.headers)
  await configureProject(service(), { settings: { max_metadata_bytes: 131_072 } })
  try {
    expect([(await change(131_072)).status, (await change(131_074)).status]).toEqual([200, 400])
  } finally {
    await configureProject(service(), { settings: { max_metadata_bytes: 16_384 } })
  }

  const { body } = await service().get('/users/me', ada.headers)
  expect(body.client_metadata).toEqual(createMetadata(131_072))
  const renamed = await service().patch('/users/me', { display_name: 'Ada' }, ada.headers)
  expect(renamed.status).toBe(200)
})

/** Guarantee (SR16): who needs names does not receive the metadata of all teams. */
test('SR16: lists of teams and users leave out metadata on request', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: team } = await service().post(
    '/teams',
    { display_name: 'A', client_metadata: { color: 'red' } },
    ada.headers,
  )
  await service().patch(
    '/users/me',
    { client_metadata: { theme: 'dark' }, selected_team_id: team.id },
    ada.headers,
  )

  const names = await service().get('/teams?user_id=me&omit_metadata=true', ada.headers)
  const complete = await service().get('/teams?user_id=me', ada.headers)
  const user = await service().get(`/users/${ada.userId}?omit_metadata=true`, service().serverHeaders)

  expect(JSON.stringify([names.body, user.body])).not.toMatch(/metadata|red|dark/)
  expect(names.body.items.at(-1)).toMatchObject({ id: team.id, display_name: 'A' })
  expect(user.body).toMatchObject({ id: ada.userId, selected_team: { id: team.id, display_name: 'A' } })
  expect(complete.body.items.at(-1).client_metadata).toEqual({ color: 'red' })
})
