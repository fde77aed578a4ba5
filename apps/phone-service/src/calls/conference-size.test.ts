import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { insertCall } from '../call-log/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import { insertLiveNode } from '../testing/insert-live-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const unansweredNumber = '+15550104'

/** Starts a phone with Ada, whose workspace allows many calls, and Grace, a colleague. */
async function startWorkspace() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const atAda = stack.use(await openBrowser(phone, ada))
  const { status } = await phone.as(ada).put('/limits', {
    homeCountry: 'US',
    allowedCountries: ['US'],
    callsPerMinute: 600,
    concurrentCalls: 500,
    callerName: null,
  })
  expect(status).toBe(200)
  return { phone, ada, grace, atAda, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR90): members of a conference cannot keep the process busy by adding participants. */
test('ZR90: a call has at most 50 participants', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada, atAda } = workspace
  const { id } = await atAda.call(unansweredNumber)
  const { legs } = await atAda.waitForCall(id, ({ phase }) => phase === 'ringing')
  const first = required(
    legs.find(({ kind }) => kind === 'phone'),
    'a telephone',
  )
  const add = async () => {
    const { status, body } = await phone.as(ada).post(`/calls/${id}/participants`, { to: unansweredNumber })
    return [status, body.code ?? null]
  }

  for (let count = 2; count < 50; count++) expect(await add()).toEqual([201, null])
  expect(await add()).toEqual([409, 'CALL_FULL'])
  await phone.as(ada).delete(`/calls/${id}/participants/${first.id}`)
  expect(await add()).toEqual([201, null])
})

test('ZR90: a conference has at most 100 calls', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada, grace, atAda } = workspace
  await using atGrace = await openBrowser(phone, grace)
  const numberOfGrace: string = (await phone.as(grace).get('/me')).body.numbers[0].number
  const { id } = await atAda.call(unansweredNumber)
  await atAda.waitForCall(id, ({ phase }) => phase === 'ringing')
  const [workspaceId] = ada.teamIds
  const nodeId = await insertLiveNode(phone.database)
  for (let count = 1; count < 99; count++) {
    const call = createStoredCall({
      workspaceId: required(workspaceId, 'a workspace'),
      conferenceId: id,
      nodeId,
    })
    await insertCall(phone.database.schema<PhoneTables>('phone'), call)
  }
  const add = () => phone.as(ada).post(`/calls/${id}/participants`, { to: numberOfGrace })

  const last = await add()
  const { call } = await atGrace.next('call.incoming')
  await phone.as(grace).post(`/calls/${call.id}/decline`, {})
  const another = await add()

  expect([last.status, another.status, another.body.code]).toEqual([201, 409, 'CALL_FULL'])
})

/** Guarantee (ZR90): a busy call is sent once, however often other calls of its conference have changed. */
test('ZR90: of several changes of a conference, a call in progress is sent once', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada, grace, atAda } = workspace
  await using atGrace = await openBrowser(phone, grace)
  const { id } = await atAda.call((await phone.as(grace).get('/me')).body.numbers[0].number)
  const { call } = await atGrace.next('call.incoming')
  await atGrace.answer(call.id)
  await atGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.as(grace).put(`/calls/${call.id}/muted`, { muted: false })

  const lock = await phone.database.pool.connect()
  await lock.query('begin')
  await lock.query('select 1 from phone.calls where id = $1 for update', [call.id])
  const notes = phone.as(grace).put(`/calls/${call.id}/notes`, { notes: 'Order flour' })
  await waitUntil('the call waits for the lock', async () => {
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    return (await phone.database.pool.query(waiting)).rowCount
  })
  for (const muted of [true, false, true])
    expect((await phone.as(ada).put(`/calls/${id}/muted`, { muted })).status).toBe(200)
  await lock.query('commit')
  lock.release()
  expect((await notes).status).toBe(200)
  // Its update is the last one of the call.
  await phone.as(grace).put(`/calls/${call.id}/muted`, { muted: true })
  await atGrace.waitForCall(call.id, ({ legs }) =>
    legs.some(({ kind, isMuted }) => kind === 'browser' && isMuted),
  )

  const updates = atGrace.messages.filter(
    (message) =>
      message.type === 'call.updated' &&
      message.call.legs.some(({ kind, isMuted }) => kind === 'phone' && isMuted),
  )
  expect(updates).toHaveLength(2)
})
