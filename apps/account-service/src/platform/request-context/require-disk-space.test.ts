import { tmpdir } from 'node:os'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { adminHeaders, signUp, startAccountService, type TestResponse, uniqueEmail } from '../../testing.ts'

const message = 'Not saved: the disk of this server is almost full. Tell its operator.'
const large = { text: 'x'.repeat(9_000) }
const small = { text: 'x'.repeat(1_000) }

const keys = {
  has_publishable_client_key: true,
  has_secret_server_key: false,
  has_super_secret_admin_key: false,
}

const toOutcome = ({ status, body }: TestResponse) => (status < 300 ? 'stored' : [status, body])

/** Starts a service with data, and another one on its database, whose disk counts as full. */
async function startOnFullDisk(stack: AsyncDisposableStack, directory: string | null) {
  const database = stack.use(await startTestDatabase())
  const server = { ...database, directory }
  const before = stack.use(await startAccountService({ server, options: { minFreeDiskBytes: 0 } }))
  const ada = await signUp(before, uniqueEmail('ada'))
  const { body: team } = await before.post('/teams', { display_name: 'Engines' }, ada.headers)
  const { body: key } = await before.post(
    '/internal/api-keys',
    { description: 'Old', expires_at_millis: 4e12, ...keys },
    await adminHeaders(before),
  )
  const service = stack.use(await startAccountService({ server, options: { minFreeDiskBytes: 1e18 } }))
  return { service, ada, team, key, admin: await adminHeaders(service) }
}

type Started = Awaited<ReturnType<typeof startOnFullDisk>>

/** Sends requests of users and of keys that store data, and returns their outcomes. */
async function store({ service, ada, team, admin }: Started) {
  const asServer = service.serverHeaders
  return [
    await service.patch('/users/me', { client_metadata: large }, ada.headers),
    await service.patch('/users/me', { display_name: 'Ada' }, ada.headers),
    await service.patch(`/teams/${team.id}`, { display_name: 'Notes' }, ada.headers),
    await service.post('/teams', { display_name: 'Notes' }, ada.headers),
    await service.post('/auth/password/sign-up', { email: uniqueEmail('grace'), password: ada.password }),
    await service.patch(`/users/${ada.userId}`, { server_metadata: small }, asServer),
    await service.post('/users', { server_metadata: small }, asServer),
    await service.post('/teams', { display_name: 'Notes', server_metadata: small }, asServer),
    await service.post('/auth/sessions', { user_id: ada.userId }, asServer),
    await service.post('/team-permission-definitions', { id: 'reader' }, admin),
    await service.post('/internal/email-themes', { display_name: 'Plain' }, admin),
  ].map(toOutcome)
}

/** Guarantee (ZR556): neither clients nor keys fill the disk that the embedded database needs to continue. */
test('ZR556, ZR673: while the disk has less free space than the operator has set, users and keys store nothing', async () => {
  await using stack = new AsyncDisposableStack()
  const started = await startOnFullDisk(stack, tmpdir())

  expect(await store(started)).toEqual(Array(11).fill([503, message]))
})

test('ZR556, ZR673: with a full disk, users sign in and out, and what exists is deleted and revoked', async () => {
  await using stack = new AsyncDisposableStack()
  const { service, ada, team, key, admin } = await startOnFullDisk(stack, tmpdir())
  const callback_url = 'https://phone.example.com/handler/password-reset'

  const responses = [
    await service.post('/auth/password/sign-in', { email: ada.email, password: ada.password }),
    await service.post('/auth/password/send-reset-code', { email: ada.email, callback_url }),
    await service.delete(`/teams/${team.id}`, service.serverHeaders),
    await service.patch(`/internal/api-keys/${key.id}`, { revoked: true }, admin),
    await service.delete('/auth/sessions/current', ada.headers),
    await service.delete(`/users/${ada.userId}`, service.serverHeaders),
  ]

  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('ZR673: a back end starts no sign-ins on a full disk, because it has no limit of requests', async () => {
  await using stack = new AsyncDisposableStack()
  const { service, ada } = await startOnFullDisk(stack, tmpdir())
  const request = {
    email: ada.email,
    callback_url: 'https://phone.example.com/handler/magic-link-callback',
  }

  expect(
    toOutcome(await service.post('/auth/otp/send-sign-in-code', request, service.serverHeaders)),
  ).toEqual([503, message])
})

test('ZR556: data is stored in a database on another machine, whose disk is not known', async () => {
  await using stack = new AsyncDisposableStack()

  expect(await store(await startOnFullDisk(stack, null))).toEqual(Array(11).fill('stored'))
})
