import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { callerNumber, insertIncomingCall } from '../testing/start-workspace.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'
import { type ErasingWorkspace, insertNode, startErasing } from './testing.ts'

/** Guarantee (ZR921): erasures of a workspace do not delay those of another one. */
test('ZR921: workspaces take turns, however many erasures each of them has', async () => {
  await using all = await startErasing()
  const { phone, hedy, otherWorkspace, workspace } = all
  const takenWorkspaces = await recordTurns(all)
  using lock = await takeLock(phone.database, 'lock table phone.erasure_calls in access exclusive mode')
  await all.request({ number: '+12125550100' })
  await waitUntilWaiting(phone.database, 1)
  for (let line = 101; line < 106; line += 1) await all.request({ number: `+12125550${line}` })
  const { status } = await phone.as(hedy).post('/erasures', { subject: { number: callerNumber } })
  expect(status).toBe(201)
  lock.release()

  await waitUntil('two erasures had a turn', async () => (await takenWorkspaces()).length > 1)
  expect((await takenWorkspaces()).slice(0, 2)).toEqual([workspace, otherWorkspace])
})

/** Records the workspaces of erasures, in the order of their first turns. */
async function recordTurns({ phone }: ErasingWorkspace) {
  const { pool } = phone.database
  await pool.query('create table phone.erasure_turns (turn serial, id uuid primary key, workspace_id uuid)')
  await pool.query(`create function phone.record_turn() returns trigger language plpgsql as $$ begin
    insert into phone.erasure_turns (id, workspace_id) values (new.id, new.workspace_id) on conflict do nothing;
    return new; end $$`)
  await pool.query(
    'create trigger record_turn after update on phone.erasures for each row execute function phone.record_turn()',
  )
  return async (): Promise<string[]> => {
    const { rows } = await pool.query('select workspace_id from phone.erasure_turns order by turn')
    return rows.map((row) => row.workspace_id)
  }
}

test('ZR921: an erasure that waits has a turn each minute in the end', async () => {
  await using all = await startErasing()
  const id = await startWaiting(all)
  const { pool } = all.phone.database
  const find = async () =>
    (await pool.query('select attempts, due_at from phone.erasures where id = $1', [id])).rows[0]
  await waitUntil(
    'it has waited for some turns, and its next one is in half a minute at least',
    async () => {
      all.advance(10_000)
      const { attempts, due_at: dueAt } = await find()
      return attempts >= 5 && dueAt.getTime() - all.now().getTime() > 30_000
    },
    45_000,
  )
})

test('ZR921: a call that begins while an erasure waits is not erased', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, grace } = all
  const id = await startWaiting(all)
  all.advance(5 * 60_000)
  const startedAt = all.now().getTime()
  const callId = await insertIncomingCall(phone, workspace, { answeredBy: grace, startedAt })
  all.advance(5 * 60_000)
  const { rows: nodes } = await phone.database.pool.query(
    'select id from phone.nodes order by heartbeat_at desc',
  )
  await phone.database.pool.query('update phone.recordings set node_id = $1', [nodes[0].id])
  const receipt = await all.waitForReceipt(id)

  expect(receipt.counts).toMatchObject({ calls: 1, recordings: 2 })
  expect((await phone.as(ada).get(`/calls/${callId}`)).body).toMatchObject({
    number: callerNumber,
    erasedAt: null,
  })
})

/** Requests an erasure that waits for the node with the audio of a call. */
async function startWaiting(all: ErasingWorkspace): Promise<string> {
  const { phone, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const nodeId = await insertNode(all)
  await phone.database.pool.query('update phone.recordings set node_id = $1 where call_id = $2', [
    nodeId,
    callId,
  ])
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'audio-not-deleted')
  return requested.id
}
