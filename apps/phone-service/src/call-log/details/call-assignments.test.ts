import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../../testing/audit-entries.ts'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { insertRecordings } from '../../testing/insert-recordings.ts'
import { sendAccountEvent } from '../../testing/send-account-event.ts'
import type { TestPhone } from '../../testing/start-phone.ts'
import { insertIncomingCall, listCallIds, startWorkspace } from '../../testing/start-workspace.ts'
import { connectLive, openBrowser } from '../../testing/test-browser.ts'

async function assign(phone: TestPhone, by: FakeUser, callId: string, to: FakeUser | null) {
  const { status, body } = await phone.as(by).put(`/calls/${callId}/assignment`, { userId: to?.id ?? null })
  return status === 200 ? 200 : body.code
}

async function mark(phone: TestPhone, by: FakeUser, callId: string, ofUser: FakeUser, isDone: boolean) {
  const marked = { userId: ofUser.id, isDone }
  const { status, body } = await phone.as(by).put(`/calls/${callId}/assignment/done`, marked)
  return status === 200 ? 200 : body.code
}

async function countOpen(phone: TestPhone, user: FakeUser): Promise<number> {
  return (await phone.as(user).get('/calls/assigned/count')).body.open
}

/** Guarantee (ZR684): an assignment gives its member the right to read the call, and no further one. */
test('ZR684: a member reads a call of another one from its assignment until that is removed', async () => {
  const { phone, workspace, ada, grace, linus, hedy } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace, notes: 'About the lawsuit' })
  await insertRecordings(phone, id, 1)
  await phone.database.pool.query('update phone.calls set has_recording = true where id = $1', [id])
  const read = async (user: FakeUser) => (await phone.as(user).get(`/calls/${id}`)).status
  for (const stranger of [linus, hedy])
    expect(await assign(phone, stranger, id, linus)).toBe('CALL_NOT_FOUND')

  expect(await assign(phone, grace, id, linus)).toBe(200)

  const { body } = await phone.as(linus).get(`/calls/${id}`)
  const given = { userId: linus.id, userName: 'Linus', byName: 'Grace', done: null }
  expect(body).toMatchObject({ notes: 'About the lawsuit', assignment: given, recordings: [{}] })
  expect(await countOpen(phone, linus)).toBe(1)
  expect(await listCallIds(phone, linus, '?filter=assigned')).toEqual([id])
  expect(await listCallIds(phone, linus, '?filter=assigned&search=lawsuit')).toEqual([id])
  expect(await listCallIds(phone, linus)).toEqual([])
  expect(await listCallIds(phone, grace, '?filter=assigned')).toEqual([])
  expect([await countOpen(phone, ada), await countOpen(phone, grace)]).toEqual([0, 0])
  expect((await phone.as(linus).delete(`/calls/${id}/recordings`)).body.code).toBe('RECORDING_NOT_FOUND')
  expect([await read(hedy), await read(ada)]).toEqual([404, 200])

  expect(await assign(phone, linus, id, ada)).toBe(200)

  expect([await read(linus), await read(ada), await read(grace)]).toEqual([404, 200, 200])
  expect(await countOpen(phone, linus)).toBe(0)
  expect(await listCallIds(phone, linus, '?filter=assigned')).toEqual([])
  expect(await assign(phone, grace, id, grace)).toBe(200)
  expect(await assign(phone, grace, id, null)).toBe(200)
  expect(await read(grace)).toBe(200)
})

test('ZR684: an assignment does not let its member hear a message for another one', async () => {
  const { phone, workspace, grace, linus } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { ringUser: grace })
  await insertRecordings(phone, id, 1)
  const voicemail = { stage: 'message', userId: grace.id, at: 1, hasMessage: true }
  await phone.database.pool.query(
    `update phone.calls set has_recording = true, end_reason = 'voicemail',
       state = state || jsonb_build_object('voicemail', $2::jsonb, 'endReason', 'voicemail') where id = $1`,
    [id, voicemail],
  )
  await phone.database.pool.query('insert into phone.voicemails values ($1, $2, $3, now())', [
    id,
    workspace,
    grace.id,
  ])
  expect((await phone.as(grace).get(`/calls/${id}`)).body).toMatchObject({ voicemail: {}, recordings: [{}] })

  expect(await assign(phone, grace, id, linus)).toBe(200)

  expect((await phone.as(linus).get(`/calls/${id}`)).body).toMatchObject({ voicemail: null, recordings: [] })
  expect((await phone.as(linus).post(`/calls/${id}/audio-links`, {})).status).toBe(404)
  expect((await phone.as(linus).get('/voicemails')).body.items).toEqual([])
})

test('a follow-up is done and opened again, and the first user who marks it stays named', async () => {
  const { phone, workspace, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  await assign(phone, grace, id, linus)
  const atLinus = await connectLive(phone, linus, randomUUID())

  expect(await mark(phone, linus, id, linus, true)).toBe(200)
  expect(await mark(phone, grace, id, linus, true)).toBe(200)
  // To assign it to the same member changes nothing.
  expect(await assign(phone, ada, id, linus)).toBe(200)

  const { assignment } = (await phone.as(grace).get(`/calls/${id}`)).body
  expect(assignment).toMatchObject({ byName: 'Grace', done: { byName: 'Linus' } })
  expect(assignment.done.at).toBeGreaterThan(Date.now() - 60_000)
  expect(await countOpen(phone, linus)).toBe(0)
  expect(await listCallIds(phone, linus, '?filter=assigned')).toEqual([id])
  expect(await atLinus.next('call-details.changed')).toMatchObject({ callId: id })
  expect(await mark(phone, grace, id, linus, false)).toBe(200)
  expect(await countOpen(phone, linus)).toBe(1)
  expect(await mark(phone, grace, id, grace, true)).toBe('ASSIGNMENT_CHANGED')
  const audited = (await listAuditEntries(phone)).filter(({ action }) => action === 'call.assignment_changed')
  expect(audited).toMatchObject([
    {
      actor_id: linus.id,
      subject_id: id,
      details: { assignedTo: linus.id, calledBy: grace.id, isDone: true },
    },
  ])
  atLinus.close()
})

/** Guarantee (ZR685): a call is assigned to one member, also when several users assign it at the same time. */
test('ZR685: of concurrent assignments, one remains, and only its member reads the call', async () => {
  const { phone, workspace, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  const hopper = phone.accounts.addUser('Hopper', [workspace])

  for (let round = 0; round < 5; round++) {
    const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
    const before = { linus: await countOpen(phone, linus), hopper: await countOpen(phone, hopper) }
    const results = await Promise.all([
      assign(phone, grace, id, linus),
      assign(phone, ada, id, hopper),
      assign(phone, ada, id, linus),
      assign(phone, grace, id, hopper),
      mark(phone, grace, id, linus, true),
    ])
    expect(results.slice(0, 4)).toEqual([200, 200, 200, 200])

    const { assignment } = (await phone.as(grace).get(`/calls/${id}`)).body
    const isLinus = assignment.userId === linus.id
    expect(assignment.userName).toBe(isLinus ? 'Linus' : 'Hopper')
    const open = assignment.done === null ? 1 : 0
    expect((await countOpen(phone, linus)) - before.linus).toBe(isLinus ? open : 0)
    expect((await countOpen(phone, hopper)) - before.hopper).toBe(isLinus ? 0 : open)
    const read = async (user: FakeUser) => (await phone.as(user).get(`/calls/${id}`)).status
    expect([await read(linus), await read(hopper)]).toEqual(isLinus ? [200, 404] : [404, 200])
  }
})

/** Guarantee (ZR686): calls are assigned to current members only. */
test('ZR686: a call is assigned to no stranger, and the assignments of a removed member are removed', async () => {
  const { phone, workspace, ada, grace, linus, hedy } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const elsewhere = phone.accounts.addTeam('Cafe')
  linus.teamIds.push(elsewhere)
  const otherCall = await insertIncomingCall(phone, elsewhere, { answeredBy: linus })
  await phone.as(linus, elsewhere).put(`/calls/${otherCall}/assignment`, { userId: linus.id })
  expect(await assign(phone, grace, id, hedy)).toBe('ASSIGNEE_NOT_FOUND')
  expect(await assign(phone, ada, id, { ...hedy, id: randomUUID() })).toBe('ASSIGNEE_NOT_FOUND')
  expect(await assign(phone, grace, id, linus)).toBe(200)
  const atGrace = await connectLive(phone, grace, randomUUID())

  linus.teamIds.splice(0, 1)
  const data = { team_id: workspace, user_id: linus.id }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })

  expect((await phone.as(grace).get(`/calls/${id}`)).body.assignment).toBeNull()
  expect(await atGrace.next('call-details.changed')).toMatchObject({ callId: id })
  expect(await countOpen(phone, linus)).toBe(1)
  await sendAccountEvent(phone, { type: 'user.deleted', data: { id: linus.id } })
  const { rows } = await phone.database.pool.query('select 1 from phone.calls where assigned_user_id = $1', [
    linus.id,
  ])
  expect(rows).toEqual([])
  atGrace.close()
})

test('ZR686: an assignment that is saved after its member was removed does not remain', async () => {
  const { phone, workspace, grace, linus } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const { pool } = phone.database
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from phone.calls where id = $1 for update', [id])

  const assigning = assign(phone, grace, id, linus)
  await waitUntil('the assignment waits for the call', async () => {
    const { rows } = await pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
    return rows.length > 0
  })
  linus.teamIds.splice(0)
  const data = { team_id: workspace, user_id: linus.id }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })
  await blocker.query('commit')
  blocker.release()

  expect(await assigning).toBe('ASSIGNEE_NOT_FOUND')
  expect((await phone.as(grace).get(`/calls/${id}`)).body.assignment).toBeNull()
})

test('a call is assigned when it has ended', async () => {
  const { phone, grace, linus } = await startWorkspace()
  await using _ = phone
  await using browser = await openBrowser(phone, grace)
  const { id } = await browser.call('+1 555 0101')

  expect(await assign(phone, grace, id, linus)).toBe('CALL_NOT_ENDED')
  await phone.as(grace).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')
  expect(await assign(phone, grace, id, linus)).toBe(200)
})

test('a user who may not see the members assigns calls to themselves only', async () => {
  const { phone, workspace, grace, linus } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  phone.accounts.hideMembers(workspace)

  expect(await assign(phone, grace, id, linus)).toBe('ASSIGNEE_NOT_FOUND')
  expect(await assign(phone, grace, id, grace)).toBe(200)
})
