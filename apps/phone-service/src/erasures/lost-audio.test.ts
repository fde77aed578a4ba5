import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { restartPhone } from '../testing/start-phone.ts'
import { callerNumber } from '../testing/start-workspace.ts'
import {
  type ErasingWorkspace,
  insertMentioningCall,
  insertNode,
  listTextsWith,
  startErasing,
} from './testing.ts'

/** Stores a call whose recordings are on a node that does not run. One of them was being written when it stopped. */
async function insertCallOfNode(all: ErasingWorkspace, hours: number) {
  const { phone, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace, callerName: 'Zebulon' })
  await phone.as(grace).put(`/calls/${callId}/notes`, { notes: 'Zebulon owes us' })
  const nodeId = await insertNode(all, hours)
  const { pool } = phone.database
  await pool.query(`update phone.recordings set node_id = $1, stored_in = 'spool' where call_id = $2`, [
    nodeId,
    callId,
  ])
  await pool.query(
    `update phone.recordings set state = 'writing' where id = (
       select id from phone.recordings where call_id = $1 order by started_at limit 1)`,
    [callId],
  )
  return {
    callId,
    nodeId,
    listStates: async () =>
      (await pool.query('select state from phone.recordings where call_id = $1', [callId])).rows
        .map(({ state }) => state)
        .toSorted(),
  }
}

/** Guarantee (ZR953): no recording delays the erasure of texts. */
test('ZR953: the number and the texts of a call are erased while its recordings are on a node that does not run', async () => {
  await using all = await startErasing()
  const { phone, ada } = all
  const { callId, listStates } = await insertCallOfNode(all, 1)
  await insertMentioningCall(all)

  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'audio-not-deleted')
  await all.waitForAttempts(requested.id, 1)

  for (const text of [callerNumber, 'Zebulon'])
    expect(await listTextsWith(phone, text, { except: ['audit_entries'] })).toEqual([])
  expect((await phone.as(ada).get(`/calls/${callId}`)).body).toMatchObject({ number: null, recordings: [] })
  // The node finalizes it before it deletes the file.
  expect(await listStates()).toEqual(['finished', 'writing'])
})

test('ZR953: a recording that was being written is finalized before its file is deleted', async () => {
  await using all = await startErasing()
  const { phone } = all
  const { pool } = phone.database
  const { callId, nodeId, listStates } = await insertCallOfNode(all, 1)
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'audio-not-deleted')
  await pool.query(`create function phone.fail() returns trigger language plpgsql as $$ begin
    if old.state = 'writing' then raise exception 'Not finalized'; end if; return old; end $$`)
  await pool.query(
    'create trigger fail before delete on phone.recordings for each row execute function phone.fail()',
  )

  await pool.query(
    `update phone.recordings set node_id = (select id from phone.nodes where id <> $1) where call_id = $2`,
    [nodeId, callId],
  )

  expect((await all.waitForReceipt(requested.id)).problem).toBeNull()
  expect(await listStates()).toEqual([])
})

/** Guarantee (ZR954): a node that does not come back delays an erasure by a day. */
test('ZR954: an erasure ends when the node with the audio has not run for a day, and the receipt says so', async () => {
  await using all = await startErasing()
  const { phone, ada } = all
  const { listStates, nodeId } = await insertCallOfNode(all, 25)
  await waitUntil('the recording counts as lost', async () => (await listStates()).includes('lost'), 30_000)

  const { body: requested } = await all.request({ number: callerNumber })
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt).toMatchObject({ problem: 'audio-lost', counts: { calls: 1, recordings: 2 } })
  expect((await all.preview({ number: callerNumber })).body.erasedBeforeAt).toBe(receipt.completedAt)
  // The node deletes them when it starts again.
  expect(await listStates()).toEqual(['finished', 'lost'])
  const { pool } = phone.database
  await pool.query(
    `update phone.recordings set node_id = (select id from phone.nodes where id <> $1) where node_id = $1`,
    [nodeId],
  )
  await waitUntil('they are deleted', async () => (await listStates()).length === 0, 30_000)
  expect((await phone.as(ada).get('/erasures')).body.items).toHaveLength(1)
}, 90_000)

test('ZR954: a recording that counted as lost is recovered when its node starts again', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { pool } = phone.database
  await pool.query(`update phone.recordings set state = 'lost', duration_ms = 0, size_bytes = 0`)
  await phone.service[Symbol.asyncDispose]()

  await using next = await restartPhone(phone)

  const { body: call } = await next.as(ada).get(`/calls/${callId}`)
  expect(call.recordings).toMatchObject([
    { state: 'recovered', durationMs: expect.any(Number) },
    { state: 'recovered' },
  ])
  expect(call.recordings[0].durationMs).toBeGreaterThan(0)
})

/** Guarantee (ZR955): erasures that wait for files only do not prevent others, and are limited. */
test('ZR955: erasures that wait for audio only do not count among those that run, up to 200', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada } = all
  const { pool } = phone.database
  const insertErasures = (count: number, problem: string | null) =>
    pool.query(
      `insert into phone.erasures
         (id, workspace_id, subject, subject_encrypted, fingerprint, requested_by, requested_at, due_at, problem)
       select gen_random_uuid(), $1, 'number', '', gen_random_uuid()::text, $2, now(), now() + interval '9 days', $3
       from generate_series(1, $4)`,
      [workspace, ada.id, problem, count],
    )
  await insertErasures(30, 'audio-not-deleted')
  expect((await all.request({ number: '+12125550150' })).status).toBe(201)

  await insertErasures(20, 'calls-running')
  expect((await all.request({ number: '+12125550151' })).body.code).toBe('ERASURE_LIMIT')
  await pool.query('delete from phone.erasures')
  await insertErasures(200, 'audio-not-deleted')
  expect((await all.request({ number: '+12125550152' })).body.code).toBe('ERASURE_LIMIT')
})
