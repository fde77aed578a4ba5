import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import {
  analyse,
  insertTranscribedCall,
  startAnalysedWorkspace,
} from '../testing/start-analysed-workspace.ts'

const unlimited = { recordingDays: null, voicemailDays: null, transcriptDays: null, callDays: null }

/** Starts a workspace with calls of some days ago, each with a recording, a transcript and an analysis. */
async function startWithCalls(ages: readonly number[]) {
  const all = await startAnalysedWorkspace()
  const { phone, workspace, ada, grace } = all
  const { pool } = phone.database
  const callIds: string[] = []
  for (const days of ages) {
    const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
    await analyse(phone, grace, callId)
    await pool.query(`update phone.calls set ended_at = now() - $2 * interval '1 day' where id = $1`, [
      callId,
      days,
    ])
    callIds.push(callId)
  }
  const count = async (table: string, callId: string) =>
    (
      await pool.query(`select from phone.${table} where ${table === 'calls' ? 'id' : 'call_id'} = $1`, [
        callId,
      ])
    ).rowCount
  return {
    ...all,
    callIds,
    save: async (periods: object) => await phone.as(ada).put('/retention', { ...unlimited, ...periods }),
    preview: async (periods: object, user: FakeUser = ada) =>
      (await phone.as(user).post('/retention/preview', { ...unlimited, ...periods })).body,
    /** Lets the hour before the first deletion, or the day before the next one, pass. */
    makeDue: async () => {
      await pool.query('update phone.retention_periods set due_at = now()')
    },
    /** Returns what is stored of each call. */
    listStored: async () =>
      await Promise.all(
        callIds.map(async (id) => ({
          calls: await count('calls', id),
          recordings: await count('recordings', id),
          transcriptions: await count('transcriptions', id),
          analyses: await count('call_analyses', id),
        })),
      ),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

const whole = { calls: 1, recordings: 2, transcriptions: 1, analyses: 1 }
const withoutTranscript = { ...whole, transcriptions: 0, analyses: 0 }
const entryOnly = { calls: 1, recordings: 0, transcriptions: 0, analyses: 0 }
const nothing = { calls: 0, recordings: 0, transcriptions: 0, analyses: 0 }

/** Guarantee (ZR857): exactly the expired data is deleted, with its files, not before an hour, and audited. */
test('ZR857: recordings, transcripts and calls are deleted after their days, with the files, and the rest stays', async () => {
  await using all = await startWithCalls([2, 12, 40, 400])
  const { phone, workspace, hedy } = all
  const { rows } = await phone.database.pool.query(
    'select location from phone.recordings where call_id = $1',
    [all.callIds[3]],
  )
  const path = join(phone.dataDirectory, 'recordings', rows[0].location)
  await access(path)
  const periods = { transcriptDays: 10, recordingDays: 30, callDays: 365 }

  const previewed = await all.preview(periods)
  const { body: saved } = await all.save(periods)
  expect(saved.nextDeletionAt).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(await all.listStored()).toEqual([whole, whole, whole, whole])
  await all.makeDue()
  await waitUntil(
    'the expired data is deleted',
    async () => (await all.listStored())[3]?.recordings === 0,
    30_000,
  )
  await all.makeDue()
  await waitUntil('the call is deleted', async () => (await all.listStored())[3]?.calls === 0, 30_000)

  expect(previewed).toMatchObject({
    recordings: { count: 2, oldestAt: expect.any(Number) },
    voicemails: { count: 0, oldestAt: null },
    transcripts: { count: 3 },
    calls: { count: 1 },
  })
  expect(await all.listStored()).toEqual([whole, withoutTranscript, entryOnly, nothing])
  await expect(access(path)).rejects.toThrow()
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'retention.applied')
  expect(entries.map(({ details }) => details)).toEqual([
    { workspace, data: 'recordings' },
    { workspace, data: 'recordings' },
    { workspace, data: 'transcripts' },
    { workspace, data: 'calls', calls: 1 },
  ])
  expect((await all.preview({ callDays: 1 }, hedy)).calls.count).toBe(0)
})

/** Guarantee (ZR858): retention concerns its own workspace, and nothing without a period is deleted. */
test('ZR858: without periods nothing is deleted, and the periods of a workspace do not concern others', async () => {
  await using all = await startWithCalls([400])
  const { phone, hedy } = all
  await phone.as(hedy).put('/retention', { ...unlimited, callDays: 1, recordingDays: 1, transcriptDays: 1 })
  await all.save({})
  await all.makeDue()
  await waitUntil(
    'both had their turn',
    async () => {
      const { rowCount } = await phone.database.pool.query(
        `select from phone.retention_periods where due_at > now() + interval '20 hours'`,
      )
      return rowCount === 2
    },
    30_000,
  )

  expect(await all.listStored()).toEqual([whole])
  expect((await phone.as(all.ada).get('/retention')).body).toEqual({
    periods: unlimited,
    nextDeletionAt: null,
  })
  for (const callDays of [0, 3_651, 1.5])
    expect((await all.save({ callDays })).body.code).toBe('SCHEMA_ERROR')
})

test('the retention of a deleted workspace is deleted', async () => {
  await using all = await startWithCalls([])
  const { phone, workspace, ada, grace, linus } = all
  await all.save({ callDays: 30 })

  for (const { teamIds } of [ada, grace, linus]) teamIds.splice(0)
  await sendAccountEvent(phone, { type: 'team.deleted', data: { id: workspace } })

  await waitUntil('it is deleted', async () => {
    const { rowCount } = await phone.database.pool.query('select from phone.retention_periods')
    return rowCount === 0
  })
})
