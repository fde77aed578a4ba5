import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createTone } from '../testing/create-tone.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { insertRecordings } from '../testing/insert-recordings.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const maxBytesPerWorkspace = 10_000
const maxAnnouncementBytes = 1_000_000
const announcementBytes = Buffer.from(createTone(700), 'base64').length

/** Inserts an ended call with a recording of this size. Returns its id. */
async function insertRecordedCall(phone: TestPhone, user: FakeUser, sizeBytes: number): Promise<string> {
  const id = randomUUID()
  await phone.database.pool.query(
    `insert into phone.calls (id, workspace_id, node_id, conference_id, direction, phase, state, started_at,
       ended_at, end_reason, slot_ids, numbers)
     values ($1, $2, $1, $1, 'incoming', 'ended', '{"legs": []}', now(), now(), 'hung-up', '{}', '{}')`,
    [id, required(user.teamIds[0], 'a team')],
  )
  await insertRecordings(phone, id, 1)
  await phone.database.pool.query('update phone.recordings set size_bytes = $1 where call_id = $2', [
    sizeBytes,
    id,
  ])
  return id
}

async function insertMessage(phone: TestPhone, user: FakeUser, sizeBytes: number): Promise<void> {
  const callId = await insertRecordedCall(phone, user, sizeBytes)
  await phone.database.pool.query(
    'insert into phone.voicemails (call_id, workspace_id, user_id, created_at) values ($1, $2, $3, now())',
    [callId, user.teamIds[0], user.id],
  )
}

/** Guarantee: administrators see how much space is left before callers and members notice that there is none. */
test('ZR598: administrators read how much of the quotas of their workspace for audio is used', async () => {
  const recordings = { maxBytesPerWorkspace }
  await using phone = await startPhone({ recordings, maxAnnouncementBytes })
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  await insertRecordedCall(phone, ada, 1_000)
  const deleted = await insertRecordedCall(phone, ada, 500)
  await insertMessage(phone, grace, 200)
  await phone.as(ada).post('/announcements', { name: 'Welcome', audio: createTone(700) })
  await phone.database.pool.query('update phone.recordings set deleted_at = now() where call_id = $1', [
    deleted,
  ])

  const { body } = await phone.as(ada).get('/usage/storage')

  expect(body).toEqual({
    recordings: { callBytes: 1_000, voicemailBytes: 200, maxBytes: maxBytesPerWorkspace },
    announcements: { usedBytes: announcementBytes, maxBytes: maxAnnouncementBytes },
  })
  const byMember = await phone.as(grace).get('/usage/storage')
  expect([byMember.status, byMember.body.code]).toEqual([403, 'PHONE_ADMIN_REQUIRED'])
})

test('ZR598: what is stored of another workspace is not counted', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  await insertRecordedCall(phone, ada, 1_000)
  await insertMessage(phone, ada, 200)
  await phone.as(ada).post('/announcements', { name: 'Welcome', audio: createTone(700) })

  const { body } = await phone.as(linus).get('/usage/storage')

  expect(body).toMatchObject({
    recordings: { callBytes: 0, voicemailBytes: 0 },
    announcements: { usedBytes: 0 },
  })
})
