import { tmpdir } from 'node:os'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { createTone } from '../testing/create-tone.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

/** The size of each upload of these tests. */
const audioBytes = Buffer.from(createTone(700), 'base64').length
const moreThanAnyDisk = 1e18

/** Uploads an announcement. Returns its id, or the code of the error. */
async function upload(phone: TestPhone, user: FakeUser, workspaceId?: string): Promise<string> {
  const { status, body } = await phone
    .as(user, workspaceId)
    .post('/announcements', { name: 'Welcome', audio: createTone(700) })
  return status === 201 ? body.id : body.code
}

async function saveGreeting(phone: TestPhone, user: FakeUser): Promise<string> {
  const { status, body } = await phone.as(user).put('/me/greeting', { audio: createTone(700) })
  return status === 200 ? 'saved' : body.code
}

const countRejected = (results: readonly string[]) =>
  results.filter((result) => result === 'ANNOUNCEMENT_QUOTA_REACHED').length

/** Guarantee: a workspace cannot fill the disk of the database. */
test('ZR321: the announcements of a workspace have a quota, also with uploads at the same time', async () => {
  await using phone = await startPhone({ maxAnnouncementBytes: 3.5 * audioBytes })
  const ada = phone.signUp('Ada')
  const hedy = phone.accounts.addUser('Hedy', ada.teamIds, ada.teamIds)
  const linus = phone.signUp('Linus')

  const results = await Promise.all([ada, hedy, ada, hedy, ada, hedy].map((user) => upload(phone, user)))

  expect(countRejected(results)).toBe(3)
  expect(await upload(phone, linus)).not.toBe('ANNOUNCEMENT_QUOTA_REACHED')
  const [stored] = (await phone.as(ada).get('/announcements')).body.items
  await phone.as(ada).delete(`/announcements/${stored.id}`)
  expect(await upload(phone, hedy)).not.toBe('ANNOUNCEMENT_QUOTA_REACHED')
  expect(await upload(phone, hedy)).toBe('ANNOUNCEMENT_QUOTA_REACHED')
})

/** Guarantee: one user cannot fill the disk of the database with the workspaces that they create. */
test('ZR321: a user may upload twice the quota of a workspace in all workspaces, with the greeting', async () => {
  await using phone = await startPhone({ maxAnnouncementBytes: 2 * audioBytes })
  const teamIds = ['Bakery', 'Florist', 'Garage'].map((name) => phone.accounts.addTeam(name))
  const ada = phone.accounts.addUser('Ada', teamIds, teamIds)
  const hedy = phone.accounts.addUser('Hedy', teamIds, teamIds)

  const results = await Promise.all([...teamIds, ...teamIds].map((teamId) => upload(phone, ada, teamId)))

  expect(countRejected(results)).toBe(2)
  expect(await saveGreeting(phone, ada)).toBe('ANNOUNCEMENT_QUOTA_REACHED')
  expect(await saveGreeting(phone, hedy)).toBe('saved')
  const index = results.findIndex((result) => result !== 'ANNOUNCEMENT_QUOTA_REACHED')
  const workspaceId = [...teamIds, ...teamIds][index]
  await phone.as(ada, workspaceId).delete(`/announcements/${results[index]}`)
  expect([await saveGreeting(phone, ada), await saveGreeting(phone, ada)]).toEqual(['saved', 'saved'])
  expect(await upload(phone, ada, workspaceId)).toBe('ANNOUNCEMENT_QUOTA_REACHED')
})

/** Guarantee: accounts that anybody can create do not fill the disk of the database. */
test('ZR547: a user without a verified e-mail may upload a twentieth of the quota of a workspace', async () => {
  await using phone = await startPhone({ maxAnnouncementBytes: 50 * audioBytes })
  const ada = phone.signUp('Ada')
  const grace = phone.signUp('Grace')
  phone.accounts.setUnverified(ada.id)

  expect(await saveGreeting(phone, ada)).toBe('saved')
  expect(await upload(phone, ada)).not.toBe('ANNOUNCEMENT_QUOTA_UNVERIFIED')
  expect(await upload(phone, ada)).toBe('ANNOUNCEMENT_QUOTA_UNVERIFIED')
  expect(await saveGreeting(phone, ada)).toBe('saved')
  for (let count = 0; count < 3; count++)
    expect(await upload(phone, grace)).not.toBe('ANNOUNCEMENT_QUOTA_UNVERIFIED')
})

test('ZR321: nothing is uploaded to an embedded database whose disk has less free space than the operator has set', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({
    database: { ...database, directory: tmpdir() },
    recordings: { minFreeDiskBytes: moreThanAnyDisk },
  })
  const ada = phone.signUp('Ada')

  expect(await upload(phone, ada)).toBe('DISK_FULL')
  expect(await saveGreeting(phone, ada)).toBe('DISK_FULL')
})
