import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { areBothRecorded } from '../testing/record-one-call.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { waitUntilStored } from '../testing/wait-until-stored.ts'
import { finalizeRecording, listRecordings } from './recordings.ts'

async function startRecordedCall(phone: TestPhone) {
  const ada = phone.signUp('Ada')
  const browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0101', { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)
  const { body: call } = await phone.as(ada).get(`/calls/${id}`)
  return {
    callId: id,
    recordingId: required(call.recordings[0], 'a recording').id as string,
    as: phone.as(ada),
    async hangUp() {
      await phone.as(ada).post(`/calls/${id}/hang-up`, {})
      await browser.next('call.ended')
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  }
}

/** Guarantee: audio that is still written is neither played nor deleted. */
test('a recording of a running call can be neither played nor deleted until the call has ended', async () => {
  await using phone = await startPhone()
  await using recorded = await startRecordedCall(phone)
  const { as, callId, recordingId } = recorded
  const requests = [
    () => as.post(`/recordings/${recordingId}/links`, {}),
    () => as.post(`/calls/${callId}/audio-links`, {}),
    () => as.get(`/recordings/${recordingId}/peaks?count=20`),
    () => as.delete(`/calls/${callId}/recordings`),
  ]

  for (const request of requests) {
    const { status, body } = await request()
    expect([status, body.code]).toEqual([409, 'RECORDING_NOT_READY'])
  }
  await recorded.hangUp()

  for (const request of requests) expect((await request()).status).toBeLessThan(300)
})

/** Guarantee (SR7): the audit log states once who deleted a recording. */
test('SR7: concurrent deletions of a recording are audited once', async () => {
  await using phone = await startPhone()
  await using recorded = await startRecordedCall(phone)
  await recorded.hangUp()
  const { pool } = phone.database
  const blocking = await pool.connect()
  await blocking.query('begin')
  await blocking.query('select 1 from phone.recordings where call_id = $1 for update', [recorded.callId])

  const deleting = [1, 2, 3].map(() => recorded.as.delete(`/calls/${recorded.callId}/recordings`))
  await waitUntil('all deletions wait', async () => {
    const { rowCount } = await pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return rowCount === 3
  })
  await blocking.query('commit')
  blocking.release()
  const responses = await Promise.all(deleting)

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const entries = await listAuditEntries(phone)
  expect(entries.filter(({ action }) => action === 'recordings.deleted')).toHaveLength(1)
})

/** Guarantee: a late end of a file does not change what is known about a recording. */
test('a final recording is not finalized again', async () => {
  await using phone = await startPhone()
  await using recorded = await startRecordedCall(phone)
  await recorded.hangUp()
  await waitUntilStored(phone, recorded.callId)
  const database = phone.database.schema<PhoneTables>('phone')
  const before = await listRecordings(database, [recorded.callId])

  for (const { key } of before)
    await finalizeRecording(database, key, { state: 'lost', durationMs: 0, sizeBytes: 0 })

  expect(before.map(({ state }) => state)).toEqual(['finished', 'finished'])
  expect(await listRecordings(database, [recorded.callId])).toEqual(before)
})
