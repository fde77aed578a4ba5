import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { analyse, insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { callerNumber } from '../testing/start-workspace.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { fillNumber, insertNode, listTextsWith, startErasing } from './testing.ts'

const digits = callerNumber.slice(2)

/** Guarantee (ZR887): after an erasure, no table has the number or the name, and no file its audio. */
test('ZR887: an erasure leaves no row with the number or the name, and the length of its calls', async () => {
  await using all = await startErasing()
  const { phone, ada, callIds } = await fillNumber(all)
  const { rows } = await phone.database.pool.query(
    'select location from phone.recordings where call_id = $1',
    [callIds[0]],
  )
  const path = join(phone.dataDirectory, 'recordings', rows[0].location)
  await access(path)
  const { body: preview } = await all.preview({ number: '(212) 555-0142' })
  expect(preview).toMatchObject({
    number: callerNumber,
    counts: {
      calls: 2,
      recordings: 4,
      transcripts: 2,
      notes: 1,
      comments: 1,
      mails: 2,
      contacts: 2,
      contactCopies: 2,
      rejectedCalls: 2,
      importFiles: 1,
    },
    runningCalls: 0,
    otherNumbers: 1,
    remaining: { blockedNumbers: 1, routing: 0, forwardings: 0 },
    erasedBeforeAt: null,
  })

  const { status, body: requested } = await all.request({ number: '212 555 0142' })
  expect([status, requested.completedAt]).toEqual([201, null])
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt.counts).toEqual({ ...preview.counts, voicemails: 0, names: 0 })
  expect(receipt).toMatchObject({
    lastDigits: '42',
    requestedByName: 'Ada',
    requestedBy: ada.id,
    problem: null,
  })
  expect(JSON.stringify(receipt)).not.toContain(digits)
  const allowed = ['blocked_numbers', 'audit_entries']
  for (const text of [digits, 'Zebulon', 'Zeb owes'])
    expect(
      await listTextsWith(phone, text, { except: allowed, exceptWorkspace: all.otherWorkspace }),
    ).toEqual([])
  await expect(access(path)).rejects.toThrow()
  const { body: call } = await phone.as(ada).get(`/calls/${callIds[0]}`)
  expect(call).toMatchObject({
    number: null,
    name: null,
    notes: '',
    tags: [],
    direction: 'incoming',
    userName: 'Grace',
    erasedAt: expect.any(Number),
    startedAt: expect.any(Number),
    endedAt: expect.any(Number),
  })
  // That an announcement was played is evidence for the workspace. To whom is not stored beside it.
  const { body: announced } = await phone.as(ada).get(`/calls/${callIds[0]}/announcements`)
  expect(announced.items).toMatchObject([{ outcome: 'played', number: null, userName: null }])
  const { body: again } = await all.preview({ number: callerNumber })
  expect(again.erasedBeforeAt).toBe(receipt.completedAt)
  const actions = (await listAuditEntries(phone)).filter(({ action }) => action.startsWith('erasure.'))
  expect(actions.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['erasure.requested', ada.id],
    ['erasure.completed', ada.id],
  ])
  expect(JSON.stringify(actions)).not.toContain(digits)
})

/** Guarantee (ZR888): an erasure concerns its own workspace. */
test('ZR888: the same number in another workspace remains, and its administrators do not see the erasure', async () => {
  await using all = await startErasing()
  const { phone, hedy, otherWorkspace } = await fillNumber(all)
  const countOther = async () =>
    (await listTextsWith(phone, digits, { except: [], onlyWorkspace: otherWorkspace })).length
  const before = await countOther()
  expect(before).toBeGreaterThan(3)

  const { body: requested } = await all.request({ number: callerNumber })
  await all.waitForReceipt(requested.id)

  expect(await countOther()).toBe(before)
  expect((await phone.as(hedy).get('/erasures')).body.items).toEqual([])
  expect((await phone.as(hedy).get(`/erasures/${requested.id}/receipt`)).body.code).toBe('ERASURE_NOT_FOUND')
  expect((await phone.as(all.grace).post('/erasures', { subject: { number: callerNumber } })).body.code).toBe(
    'PHONE_ADMIN_REQUIRED',
  )
})

test('a number of the workspace or of a member is not erased, nor is one that is erased already', async () => {
  await using all = await startErasing()
  const { phone, grace } = all
  const { numbers } = (await phone.as(grace).get('/me')).body
  const code = async (subject: object) => (await all.request(subject)).body.code

  expect(await code({ number: numbers[0].number })).toBe('OWN_NUMBER_NOT_ERASED')
  expect(await code({ number: 'abc' })).toBe('NUMBER_NOT_UNDERSTOOD')
  expect(await code({ userId: grace.id })).toBe('MEMBER_NOT_ERASED')
  expect((await all.request({ number: callerNumber })).status).toBe(201)
  expect(await code({ number: callerNumber })).toBe('ERASURE_RUNNING')
})

/** Guarantee (ZR889): what is written while an erasure runs is erased too, or rejected. */
test('ZR889: a call that runs during an erasure is erased after its end, and until then the erasure is open', async () => {
  await using all = await startErasing()
  const { phone, ada } = all
  await using browser = await openBrowser(phone, ada)
  const { id: callId } = await browser.call('+1 555 0101', { recording: 'on' })
  await browser.waitForCall(callId, ({ recordings }) => recordings.length === 2)
  const subject = { number: '+15550101' }
  expect((await all.preview(subject)).body.runningCalls).toBe(1)

  const { body: requested } = await all.request(subject)
  all.advance(61_000)
  await all.waitForProblem(requested.id, 'calls-running')
  expect((await phone.as(ada).get('/erasures')).body.items[0].completedAt).toBeNull()
  await phone.as(ada).put(`/calls/${callId}/notes`, { notes: 'Zebulon owes us' })
  await phone.as(ada).post(`/calls/${callId}/hang-up`, {})
  await browser.next('call.ended')
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt.counts).toMatchObject({ calls: 1, recordings: 2, notes: 1 })
  expect((await phone.as(ada).get(`/calls/${callId}`)).body).toMatchObject({
    number: null,
    notes: '',
    recordings: [],
    recordingDeleted: { byName: 'Ada' },
  })
  for (const text of ['15550101', 'Zebulon'])
    expect(await listTextsWith(phone, text, { except: ['audit_entries'] })).toEqual([])
})

test('ZR889: notes, tags and comments are not added to an erased call, and no e-mail about it is stored', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { body: requested } = await all.request({ number: callerNumber })
  await all.waitForReceipt(requested.id)
  const as = phone.as(grace)

  expect((await as.put(`/calls/${callId}/notes`, { notes: 'Zebulon owes us' })).body.code).toBe('CALL_ERASED')
  expect((await as.put(`/calls/${callId}/tags`, { tags: ['Zebulon'] })).body.code).toBe('CALL_ERASED')
  expect((await as.post(`/calls/${callId}/comments`, { text: 'Zebulon' })).body.code).toBe('CALL_ERASED')
  expect(await listTextsWith(phone, 'Zebulon', { except: [] })).toEqual([])
})

test('ZR889: an e-mail that is stored while its call is being erased is deleted', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace, ada } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await phone.database.pool.query('insert into phone.missed_call_mails values ($1, $2, $3, null)', [
    workspace,
    ada.id,
    callId,
  ])
  // Another node composes the e-mail of a missed call meanwhile.
  const client = await phone.database.pool.connect()
  await client.query('begin')
  await client.query('update phone.missed_call_mails set sent_at = now() where call_id = $1', [callId])
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await waitUntilWaiting(phone.database, 1)
  await client.query(
    `insert into phone.workspace_mails (id, workspace_id, user_id, kind, call_ids, recipient, subject, created_at, due_at)
     values (gen_random_uuid(), $1, $2, 'missed-calls', array[$3]::uuid[], 'ada@example.com', 'Zebulon', now(), now() + interval '1 day')`,
    [workspace, ada.id, callId],
  )
  await client.query('commit')
  client.release()
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt.counts.mails).toBe(1)
  expect(await listTextsWith(phone, 'Zebulon', { except: [] })).toEqual([])
})

test('ZR887: the recordings of other members in the same conference are erased, and their numbers remain', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, grace, linus } = all
  const conferenceId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const number = '+12125550143'
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: linus, conferenceId, number })
  const unrelated = await insertTranscribedCall(phone, workspace, { answeredBy: linus, number })
  await phone.as(linus).post(`/calls/${callId}/comments`, { text: 'Zebulon is angry' })
  expect((await all.preview({ number: callerNumber })).body).toMatchObject({
    counts: { calls: 2, recordings: 4 },
    callsWithOthers: 0,
  })

  const { body: requested } = await all.request({ number: callerNumber })
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt.counts).toMatchObject({ calls: 2, recordings: 4, transcripts: 2, comments: 1 })
  expect((await phone.as(ada).get(`/calls/${callId}`)).body).toMatchObject({ number, recordings: [] })
  expect((await phone.as(ada).get(`/calls/${unrelated}`)).body.recordings).toHaveLength(2)
})

test('ZR889: an erasure waits for an import of contacts, which might add the number again', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada } = all
  await phone.as(ada).post('/contacts', { name: 'Zebulon', phones: [{ typed: callerNumber }] })
  const lock = await takeLock(phone.database, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `import of contacts of ${workspace}`,
  ])
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'import-running')
  lock.release()

  expect((await all.waitForReceipt(requested.id)).counts.contacts).toBe(1)
})

/** Guarantee (ZR890): an erasure that fails is repeated, says so, and counts nothing twice. */
test('ZR890: an erasure goes through after failures of the database, with each row counted once', async () => {
  await using all = await startErasing()
  const { phone, ada } = await fillNumber(all)
  const { pool } = phone.database
  const { body: preview } = await all.preview({ number: callerNumber })
  await pool.query(`create function phone.fail() returns trigger language plpgsql as $$ begin
    raise exception 'No space left on device'; end $$`)
  // After the contacts and a part of what belongs to the first call.
  await pool.query(
    'create trigger fail before delete on phone.call_comments for each row execute function phone.fail()',
  )
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'failed')
  const { body: listed } = await phone.as(ada).get('/erasures')
  expect(listed.items[0]).toMatchObject({ completedAt: null, problem: 'failed', counts: { contacts: 2 } })
  await pool.query('drop trigger fail on phone.call_comments')
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt.counts).toEqual(preview.counts)
})

test('ZR890: an erasure is not complete while the files of its recordings cannot be deleted', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { pool } = phone.database
  // Of a node that does not run: its disk is not reachable.
  const { rows: nodes } = await pool.query('select id from phone.nodes')
  const nodeId = await insertNode(all)
  await pool.query('update phone.recordings set node_id = $1 where call_id = $2', [nodeId, callId])
  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'audio-not-deleted')
  await pool.query(`update phone.recordings set node_id = $1`, [nodes[0].id])

  const receipt = await all.waitForReceipt(requested.id)
  expect(receipt.counts.recordings).toBe(2)
})

/** Guarantee (ZR891): the data of a former member is erased, and that of the other parties remains. */
test('ZR891: of a former member, the audio, the transcripts of it, the comments and the name are erased', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, linus } = all
  const { pool } = phone.database
  const zoe = phone.accounts.addUser('Zebulon', [workspace])
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: zoe })
  const otherCallId = await insertTranscribedCall(phone, workspace, { answeredBy: linus })
  await analyse(phone, zoe, callId)
  await phone.as(zoe).put(`/calls/${callId}/notes`, { notes: 'Ordered lenses' })
  for (const id of [callId, otherCallId])
    await phone.as(ada).put(`/calls/${id}/assignment`, { userId: zoe.id })
  await phone.as(zoe).post(`/calls/${otherCallId}/comments`, { text: 'I called back.' })
  await phone.as(zoe).post('/blocked-numbers', { number: '+12125550177', scope: 'own' })
  await pool.query(
    `insert into phone.call_events values ($1, 1, now(), 'leg-added', '{"leg": {"userName": "Zebulon"}}')`,
    [callId],
  )
  zoe.teamIds.splice(0)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: workspace, user_id: zoe.id },
  })
  const { body: former } = await phone.as(ada).get('/former-members')
  expect(former.items).toEqual([{ userId: zoe.id, name: 'Zebulon' }])
  const { body: preview } = await all.preview({ userId: zoe.id })
  expect(preview).toMatchObject({
    name: 'Zebulon',
    number: null,
    counts: { recordings: 1, transcripts: 1, comments: 1, contacts: 0 },
  })

  const { body: requested } = await all.request({ userId: zoe.id })
  const receipt = await all.waitForReceipt(requested.id)

  expect(receipt.counts).toEqual(preview.counts)
  expect(receipt).toMatchObject({ subject: 'user', lastDigits: null })
  expect(await listTextsWith(phone, 'Zebulon', { except: ['audit_entries'] })).toEqual([])
  const { body: call } = await phone.as(ada).get(`/calls/${callId}`)
  expect(call).toMatchObject({
    number: callerNumber,
    userName: null,
    notes: 'Ordered lenses',
    erasedAt: null,
  })
  expect(call.recordings).toHaveLength(1)
  expect((await phone.as(ada).get(`/calls/${otherCallId}`)).body.recordings).toHaveLength(2)
})

test('the erasures of a deleted workspace are deleted', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, grace, linus } = all
  await all.request({ number: callerNumber })

  for (const { teamIds } of [ada, grace, linus]) teamIds.splice(0)
  await sendAccountEvent(phone, { type: 'team.deleted', data: { id: workspace } })

  await waitUntil('they are deleted', async () => {
    const { rowCount } = await phone.database.pool.query('select from phone.erasures')
    return rowCount === 0
  })
})
