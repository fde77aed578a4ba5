import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { type ErasingWorkspace, listTextsWith, startErasing } from './testing.ts'

async function leave({ phone, workspace }: ErasingWorkspace, user: FakeUser) {
  user.teamIds.splice(0)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: workspace, user_id: user.id },
  })
}

/** Guarantee (ZR891): only properties that contain names lose the name of a former member. */
test('ZR891: a name that is also the name of a property or another value is erased, and these remain', async () => {
  await using all = await startErasing()
  const { phone, workspace } = all
  const { pool } = phone.database
  const leaver = phone.accounts.addUser('leg', [workspace])
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: leaver })
  const insert = (number: number, type: string, data: object) =>
    pool.query('insert into phone.call_events values ($1, $2, now(), $3, $4)', [
      callId,
      number,
      type,
      JSON.stringify(data),
    ])
  await insert(1, 'leg-added', { leg: { id: 'leg', userId: leaver.id, userName: 'leg' } })
  await insert(2, 'leg-added', { leg: { id: 'b', userId: all.grace.id, userName: 'leg' } })
  await leave(all, leaver)

  const { body: requested } = await all.request({ userId: leaver.id })
  await all.waitForReceipt(requested.id)

  const { rows } = await pool.query('select data from phone.call_events order by number')
  expect(rows.map(({ data }) => data)).toEqual([
    { leg: { id: 'leg', userId: leaver.id, userName: null } },
    { leg: { id: 'b', userId: all.grace.id, userName: 'leg' } },
  ])
})

/** Guarantee (ZR891): each former member with data is erased, also those who are named in no call, and repeatedly. */
test('ZR891: an administrator who only configured is erased, and again when data of them is found later', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, grace } = all
  const { pool } = phone.database
  const zoe = phone.accounts.addUser('Zebulon', [workspace], [workspace])
  await phone.as(zoe).post('/blocked-numbers', { number: '+12125550177', scope: 'workspace' })
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await pool.query(
    `update phone.calls set state = jsonb_set(state, '{recordingDeleted}', $1) where id = $2`,
    [JSON.stringify({ at: 1, byUserId: zoe.id, byName: 'Zebulon' }), callId],
  )
  await pool.query(
    `insert into phone.self_test_results
       (workspace_id, part, run_id, state, result, tested_at, tested_by, tested_by_name, fingerprint)
     values ($1, 'mail', gen_random_uuid(), 'passed', 'zebulon@example.com', now(), $2, 'Zebulon', '')`,
    [workspace, zoe.id],
  )
  await leave(all, zoe)
  expect((await phone.as(ada).get('/former-members')).body.items).toEqual([
    { userId: zoe.id, name: 'Zebulon' },
  ])
  const { body: preview } = await all.preview({ userId: zoe.id })
  expect(preview).toMatchObject({ name: 'Zebulon', counts: { calls: 0, names: 3 } })
  const { body: requested } = await all.request({ userId: zoe.id })
  expect((await all.waitForReceipt(requested.id)).counts).toEqual(preview.counts)
  const listTexts = async () =>
    (
      await Promise.all(
        ['Zebulon', 'zebulon@'].map((text) => listTextsWith(phone, text, { except: ['audit_entries'] })),
      )
    ).flat()
  expect(await listTexts()).toEqual([])
  expect((await phone.as(ada).get('/former-members')).body.items).toEqual([])

  await pool.query(
    `insert into phone.call_comments (id, call_id, workspace_id, user_id, user_name, text, created_at, search_text)
     values (gen_random_uuid(), $1, $2, $3, 'Zebulon', 'I called back.', now(), '')`,
    [callId, workspace, zoe.id],
  )
  const { body: later } = await all.request({ userId: zoe.id })
  expect((await all.waitForReceipt(later.id)).counts).toMatchObject({ comments: 1, names: 0 })
  expect(await listTexts()).toEqual([])
  const { body: unknown } = await all.request({ userId: '7f4df0a3-6d0b-4d7e-8b9f-1c2d3e4f5a6b' })
  expect(unknown.code).toBe('FORMER_MEMBER_NOT_FOUND')
})

test('ZR891: the name is erased also where it is found after the calls have lost it', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace } = all
  const { pool } = phone.database
  const zoe = phone.accounts.addUser('Zebulon', [workspace])
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: zoe })
  const otherCallId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await leave(all, zoe)
  const { body: requested } = await all.request({ userId: zoe.id })
  all.advance(61_000)
  await waitUntil('the call has lost the name', async () => {
    const { rows } = await pool.query('select user_name from phone.calls where id = $1', [callId])
    return rows[0].user_name === null
  })
  await pool.query(`update phone.calls set assigned_by_name = 'Zebulon' where id = $1`, [otherCallId])
  await all.waitForReceipt(requested.id)

  expect(await listTextsWith(phone, 'Zebulon', { except: ['audit_entries'] })).toEqual([])
})

/** Guarantee (ZR889): the erasure of a former member waits for the end of their calls, too. */
test('ZR889: a call of a former member that still runs is erased after its end', async () => {
  await using all = await startErasing()
  const { phone, workspace } = all
  const { pool } = phone.database
  const zoe = phone.accounts.addUser('Zebulon', [workspace])
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: zoe })
  await leave(all, zoe)
  await pool.query(
    `update phone.calls set phase = 'talking', ended_at = null, end_reason = null,
       node_id = (select id from phone.nodes limit 1), epoch = (select epoch from phone.nodes limit 1) where id = $1`,
    [callId],
  )

  const { body: requested } = await all.request({ userId: zoe.id })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'calls-running')
  await pool.query(
    `update phone.calls set phase = 'ended', end_reason = 'other-hung-up', ended_at = now() where id = $1`,
    [callId],
  )

  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 1, recordings: 1 })
})
