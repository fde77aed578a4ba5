import { tmpdir } from 'node:os'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { signUp, startAccountService, type TestService, uniqueEmail } from '../../testing.ts'

const options = { minFreeDiskBytes: 1e18 }
const message = 'Not saved: the disk of this server is almost full. Tell its operator.'
const large = { text: 'x'.repeat(9_000) }

/** Sends requests that store much data, and returns their responses. */
async function storeMuch(service: TestService) {
  const ada = await signUp(service, uniqueEmail('ada'))
  const { body: team } = await service.post('/teams', { display_name: 'Engines' }, ada.headers)
  return [
    await service.patch('/users/me', { client_metadata: large }, ada.headers),
    await service.patch('/users/me', { display_name: 'Ada' }, ada.headers),
    await service.patch(`/teams/${team.id}`, { display_name: 'Notes' }, ada.headers),
    await service.post('/teams', { display_name: 'Notes', client_metadata: large }, ada.headers),
    await service.patch(`/users/${ada.userId}`, { server_metadata: large }, service.serverHeaders),
  ].map(({ status, body }) => (status < 300 ? 'stored' : [status, body]))
}

/** Guarantee (ZR556): clients do not fill the disk that the embedded database needs to continue. */
test('ZR556: while the disk has less free space than the operator has set, no request stores much data, and users sign in', async () => {
  await using database = await startTestDatabase()
  await using service = await startAccountService({
    server: { ...database, directory: tmpdir() },
    options,
  })
  const grace = await signUp(service, uniqueEmail('grace'))

  expect(await storeMuch(service)).toEqual(Array(5).fill([503, message]))
  const { email, password } = grace
  expect((await service.post('/auth/password/sign-in', { email, password })).status).toBe(200)
  expect((await service.delete('/auth/sessions/current', grace.headers)).status).toBe(200)
})

test('ZR556: data is stored in a database on another machine, whose disk is not known', async () => {
  await using service = await startAccountService({ options })

  expect(await storeMuch(service)).toEqual(Array(5).fill('stored'))
})
