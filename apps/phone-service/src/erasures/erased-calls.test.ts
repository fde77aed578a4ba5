import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CallRouting, createCallState, type MenuStep, nextCallState } from '../call-state/index.ts'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { callerNumber, listCallIds, storeCall } from '../testing/start-workspace.ts'
import { type ErasingWorkspace, listTextsWith, startErasing } from './testing.ts'

/** Stores a missed call that rang for Grace only, and whose routing contains a number in each of the possible places. */
async function insertRoutedCall({ phone, workspace, grace }: ErasingWorkspace, number: string | null) {
  const target = { kind: 'number', number: callerNumber } as const
  const menu = {
    kind: 'menu',
    menuId: randomUUID(),
    menus: [
      {
        id: randomUUID(),
        name: 'Main',
        announcementId: null,
        entries: [{ key: '1', label: 'Bread', target }],
        fallback: target,
      },
    ],
    groups: [],
    queues: [],
    unanswered: target,
    savedBy: null,
  } as const satisfies MenuStep
  const routing: CallRouting = {
    steps: [
      { kind: 'ring', userIds: [grace.id], ringMs: 20_000, busyUsers: 'rung', turnOfGroupId: null },
      { kind: 'number', number: callerNumber, ringMs: 20_000, userId: grace.id, chosenBy: grace.id },
      menu,
    ],
    step: 0,
    ringsFor: [grace.id],
    rangFor: [grace.id],
    undisturbed: [],
  }
  const events = [
    { type: 'routed', at: 1, routing },
    { type: 'ended', at: 3, reason: 'missed' },
  ] as const
  const state = events.reduce(nextCallState, createCallState('incoming', 1))
  const { id } = await storeCall(phone, workspace, state, { number })
  await phone.database.pool.query(`insert into phone.call_events values ($1, 1, now(), 'routed', $2)`, [
    id,
    JSON.stringify({ routing }),
  ])
  return id
}

const listOwners = async ({ phone }: ErasingWorkspace, callId: string) =>
  (await phone.database.pool.query('select owner_ids from phone.calls where id = $1', [callId])).rows[0]
    .owner_ids

/** Guarantee (ZR887): an erasure lets no one read a call who could not read it before. */
test('ZR887: a call whose routing had the number is read by the same members after each erasure', async () => {
  await using all = await startErasing()
  const { phone, ada, grace, linus } = all
  const callId = await insertRoutedCall(all, callerNumber)
  const listReaders = async () => {
    const users = [ada, grace, linus]
    const statuses = await Promise.all(
      users.map(async (user) => (await phone.as(user).get(`/calls/${callId}`)).status),
    )
    const lists = await Promise.all(users.map((user) => listCallIds(phone, user)))
    return { owners: await listOwners(all, callId), statuses, lists }
  }
  const before = await listReaders()
  expect(before).toMatchObject({ owners: [grace.id], statuses: [200, 200, 404] })

  for (const number of [callerNumber, callerNumber]) {
    const { body: requested } = await all.request({ number })
    await all.waitForReceipt(requested.id)
    expect(await listReaders()).toEqual(before)
  }
  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
})

/** Guarantee (ZR890): a call that cannot be erased does not prevent the erasure of others. */
test('ZR890: calls are erased although one of them cannot be, and the page says that the erasure failed', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace } = all
  const { pool } = phone.database
  const callIds: string[] = []
  for (const _ of [1, 2, 3])
    callIds.push(await insertTranscribedCall(phone, workspace, { answeredBy: grace }))
  const failing = callIds.toSorted()[0] ?? ''
  await pool.query(`create function phone.fail() returns trigger language plpgsql as $$ begin
    if old.id = '${failing}' and new.erased_at is not null then raise exception 'No'; end if; return new; end $$`)
  await pool.query(
    'create trigger fail before update on phone.calls for each row execute function phone.fail()',
  )
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'failed')
  const { rows } = await pool.query('select id from phone.calls where erased_at is null')
  expect(rows).toEqual([{ id: failing }])
  await pool.query('drop trigger fail on phone.calls')

  const receipt = await all.waitForReceipt(requested.id)
  expect(receipt.counts).toMatchObject({ calls: 3, recordings: 6, transcripts: 3 })
})

test('ZR887: a call that has the number only in its routing loses it, and retains all else', async () => {
  await using all = await startErasing()
  const { phone, ada, grace } = all
  const callId = await insertRoutedCall(all, '+12125550143')
  await phone.as(grace).put(`/calls/${callId}/notes`, { notes: 'Ordered lenses' })

  const { body: requested } = await all.request({ number: callerNumber })
  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 1, notes: 0 })

  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
  const { body: call } = await phone.as(ada).get(`/calls/${callId}`)
  expect(call).toMatchObject({ number: '+12125550143', notes: 'Ordered lenses', erasedAt: null })
  expect(await listOwners(all, callId)).toEqual([grace.id])
})

test('ZR889: a call that joined a conference after the number was removed from it is erased, too', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace, linus } = all
  const { pool } = phone.database
  const conferenceId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const runningId = await insertTranscribedCall(phone, workspace, { answeredBy: linus })
  await pool.query(
    `update phone.calls set phase = 'talking', ended_at = null, end_reason = null,
       node_id = (select id from phone.nodes limit 1), epoch = (select epoch from phone.nodes limit 1) where id = $1`,
    [runningId],
  )
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'calls-running')
  expect((await phone.as(grace).get(`/calls/${conferenceId}`)).body.number).toBeNull()
  await insertTranscribedCall(phone, workspace, { answeredBy: linus, conferenceId, number: '+12125550143' })
  await pool.query(
    `update phone.calls set phase = 'ended', end_reason = 'other-hung-up', ended_at = now() where id = $1`,
    [runningId],
  )

  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 3, recordings: 6 })
})
