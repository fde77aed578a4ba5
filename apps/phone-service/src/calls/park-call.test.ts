import { randomUUID } from 'node:crypto'
import type { Call } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { restartPhone, startPhone } from '../testing/start-phone.ts'
import { numberOfTrunk, startTwoNodes } from '../testing/start-two-nodes.ts'
import { openBrowser } from '../testing/test-browser.ts'

const callerNumber = '+15550142'

/** Starts a phone with an administrator and two members. Ada has answered a caller, who sends 500 Hz. */
async function startCall(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browser = stack.use(await openBrowser(phone, ada))
  const caller = await trunk.callIn(callerNumber)
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  caller.play(createSine(500, 8_000))
  browser.say(1_100)
  await caller.receivesTone(1_100)
  const { id } = call
  return {
    phone,
    ada,
    grace,
    linus,
    trunk,
    browser,
    caller,
    id,
    open: async (person: typeof ada) => stack.use(await openBrowser(phone, person)),
    park: () => phone.as(ada).post(`/calls/${id}/park`),
    pickUp: (person: typeof ada) =>
      phone.as(person).post(`/calls/${id}/pick-up`, { handsetId: randomUUID() }),
    list: async (person: typeof ada) => (await phone.as(person).get('/calls/parked')).body.items,
    listTimers: async () => {
      const { rows } = await phone.database.pool.query(
        'select name from phone.call_timers where call_id = $1',
        [id],
      )
      return rows.map(({ name }) => name)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (ZR232): a parked caller hears music and no member, until a member picks up the call. */
test('ZR232: a parked call is in the list of every member, and the one who picks it up talks to the caller', async () => {
  await using call = await startCall()
  const browser = await call.open(call.grace)

  const { status, body } = await call.park()
  const own = body.legs.find(({ userId }: { userId: string | null }) => userId === call.ada.id)
  expect([status, own.state, body.phase]).toEqual([200, 'left', 'on-hold'])
  await call.caller.receivesSpeech()
  await browser.next('parked-calls.changed')
  const parked = { userId: call.ada.id, userName: 'Ada', at: expect.any(Number), returnedAt: null }
  expect(await call.list(call.linus)).toEqual([
    {
      id: call.id,
      direction: 'incoming',
      number: callerNumber,
      country: 'US',
      name: null,
      service: null,
      contactId: null,
      parked,
    },
  ])
  expect(await call.listTimers()).toEqual(['parked'])

  const changes = () => browser.messages.filter(({ type }) => type === 'parked-calls.changed').length
  const before = changes()
  browser.say(700)
  await browser.pickUp(call.id)
  await browser.waitForCall(call.id, (shown) => shown.phase === 'talking' && shown.parked === null)
  await Promise.all([browser.waitForTone(500, [1_100]), call.caller.receivesTone(700, [1_100])])
  await waitUntil('the list has changed', () => changes() > before)
  expect([await call.list(call.linus), await call.listTimers()]).toEqual([[], []])

  await call.phone.as(call.grace).post(`/calls/${call.id}/hang-up`, {})
  expect((await browser.next('call.ended')).call).toMatchObject({ id: call.id, endReason: 'hung-up' })
})

/** Guarantee (ZR233): a member who does not take part learns nothing of a parked call but what the list says. */
test('ZR233: members who have not picked up a parked call neither read nor control it', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.as(ada).put(`/calls/${id}/notes`, { notes: 'Wants a cake' })
  expect((await phone.as(ada).post(`/calls/${id}/park`)).status).toBe(200)

  const api = phone.as(linus)
  const list = await api.get('/calls/parked')
  expect(list.body.items).toMatchObject([{ id }])
  expect(JSON.stringify(list.body)).not.toContain('cake')
  const responses = [
    await api.get(`/calls/${id}`),
    await api.put(`/calls/${id}/on-hold`, { onHold: false }),
    await api.put(`/calls/${id}/notes`, { notes: '' }),
    await api.post(`/calls/${id}/join`, { handsetId: randomUUID() }),
    await api.post(`/calls/${id}/recording/start`),
    await api.post(`/calls/${id}/hang-up`, {}),
  ]
  expect(responses.map(({ body }) => body.code)).toEqual(responses.map(() => 'CALL_NOT_FOUND'))
  const byAda = [
    await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold: false }),
    await phone.as(ada).post(`/calls/${id}/park`),
  ]
  expect(byAda.map(({ body }) => body.code)).toEqual(['NOT_IN_CALL', 'NOT_IN_CALL'])
})

test('ZR233: members of another workspace neither list nor pick up a parked call', async () => {
  await using call = await startCall()
  const stranger = call.phone.signUp('Stranger')
  await using browser = await openBrowser(call.phone, stranger)
  await call.park()

  expect(await call.list(stranger)).toEqual([])
  const picked = await call.pickUp(stranger)
  expect([picked.status, picked.body.code]).toEqual([404, 'CALL_NOT_PARKED'])
  expect((await call.phone.as(stranger).post(`/calls/${call.id}/park`)).body.code).toBe('CALL_NOT_FOUND')
  expect(browser.messages.filter(({ type }) => type === 'parked-calls.changed')).toEqual([])
  expect(await call.list(call.ada)).toHaveLength(1)
})

/** Guarantee (ZR234): no two members take the same parked call. */
test('ZR234: of members who pick up a parked call at the same time, one gets it', async () => {
  await using call = await startCall()
  await call.park()

  const both = await Promise.all([call.pickUp(call.grace), call.pickUp(call.linus)])
  const [winner] = both.filter(({ status }) => status === 200)
  const refused = both.filter(({ status }) => status !== 200)
  expect(winner?.body.call.id).toBe(call.id)
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[404, 'CALL_NOT_PARKED']])
})

/** Guarantee: the attempts of one user occupy one place in the call, as those to answer a ringing call do. */
test('ZR334: of ten concurrent attempts of a member to pick up a parked call, one leg is left', async () => {
  await using call = await startCall()
  const browser = await call.open(call.grace)
  await call.park()

  const attempts = await Promise.all(Array.from({ length: 10 }, () => call.pickUp(call.grace)))
  const joining = attempts.map(({ body }) =>
    body.call.legs.filter(({ state }: { state: string }) => state === 'joining'),
  )
  expect(joining).toMatchObject(attempts.map(({ body }) => [{ id: body.legId }]))

  browser.say(700)
  await browser.pickUp(call.id)
  await call.caller.receivesTone(700)
})

test('ZR234: a member whose audio does not connect leaves the call to the others', async () => {
  await using call = await startCall()
  const browser = await call.open(call.linus)
  await call.park()
  expect((await call.pickUp(call.grace)).status).toBe(200)
  expect((await call.pickUp(call.linus)).body.code).toBe('CALL_NOT_PARKED')

  await call.phone.as(call.grace).post(`/calls/${call.id}/hang-up`, {})
  browser.say(700)
  await browser.pickUp(call.id)
  await call.caller.receivesTone(700)
})

/** Guarantee (ZR235): no caller is forgotten in a parked call. */
test('ZR235: a call that no member picks up rings for the user who parked it', async () => {
  await using call = await startCall({ parkedKeepMs: 1_000 })
  await call.park()

  const returned = await call.browser.next('call.incoming', ({ call: { parked } }) => parked !== null)
  expect(returned.call.parked).toMatchObject({ userId: call.ada.id, returnedAt: expect.any(Number) })
  expect(await call.list(call.linus)).toMatchObject([
    { id: call.id, parked: { returnedAt: expect.any(Number) } },
  ])
  const byLinus = await call.phone
    .as(call.linus)
    .post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(byLinus.body.code).toBe('CALL_ELSEWHERE')
  expect(await call.listTimers()).toEqual(['ringing'])

  await call.browser.answer(call.id)
  call.browser.say(900)
  await Promise.all([call.browser.waitForTone(500), call.caller.receivesTone(900)])
  expect([await call.list(call.linus), await call.listTimers()]).toEqual([[], []])
})

test('ZR235: a returned call that its user declines can be picked up, and ends when no member does', async () => {
  await using call = await startCall({ parkedKeepMs: 500, ringTimeoutMs: 4_000 })
  const browser = await call.open(call.grace)
  await call.park()
  await call.browser.next('call.incoming', ({ call: { parked } }) => parked !== null)
  expect((await call.phone.as(call.ada).post(`/calls/${call.id}/decline`, {})).status).toBe(200)
  await call.browser.next('call.stopped-ringing')
  await browser.pickUp(call.id)
  await browser.waitForCall(call.id, ({ phase, parked }) => phase === 'talking' && parked === null)

  await call.phone.as(call.grace).post(`/calls/${call.id}/park`)
  const ended = (await browser.next('call.ended')).call
  expect(ended).toMatchObject({ id: call.id, endReason: 'no-answer' })
  expect([await call.list(call.linus), await call.listTimers()]).toEqual([[], []])
})

test('ZR235: a caller who hangs up is removed from the list, and the call ends as theirs', async () => {
  await using call = await startCall()
  const browser = await call.open(call.grace)
  await call.park()
  await browser.next('parked-calls.changed')
  const before = browser.messages.length

  await call.caller.hangUp()
  expect((await call.browser.next('call.ended')).call).toMatchObject({ endReason: 'other-hung-up' })
  const messages = () => browser.messages.slice(before).map(({ type }) => type)
  await waitUntil('the list has changed', () => messages().includes('parked-calls.changed'))
  expect([await call.list(call.grace), await call.listTimers()]).toEqual([[], []])
  expect((await call.pickUp(call.grace)).body.code).toBe('CALL_NOT_PARKED')
})

test('ZR235: after a restart of the service, no call of its former process is parked', async () => {
  await using call = await startCall()
  await call.park()
  await call.phone.service[Symbol.asyncDispose]()

  await using again = await restartPhone(call.phone)
  expect((await again.as(call.grace).get('/calls/parked')).body.items).toEqual([])
  const { rows } = await call.phone.database.pool.query('select end_reason from phone.calls')
  expect(rows).toEqual([{ end_reason: 'server-stopped' }])
  expect(await call.listTimers()).toEqual([])
})

/** Guarantee (ZR236): parked calls are the same at every node. */
test('ZR236: a member at one node picks up a call that was parked at another one', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  const [grace, linus] = ['Grace', 'Linus'].map((name) => phone.accounts.addUser(name, ada.teamIds))
  if (!grace || !linus) throw new Error('The members were not added.')
  await using parker = await openBrowser(phone, ada)
  await using browser = await openBrowser(other, grace)
  // The echo number: members for whom it did not ring know nothing of the call.
  const { id } = await parker.call('+1 555 0100')
  await parker.waitForCall(id, ({ phase }) => phase === 'talking')

  expect((await phone.as(ada).post(`/calls/${id}/park`)).status).toBe(200)
  await browser.next('parked-calls.changed')
  expect((await other.as(grace).get('/calls/parked')).body.items).toMatchObject([{ id, number: '+15550100' }])
  const stranger = await other.as(other.signUp('Stranger')).post(`/calls/${id}/pick-up`, {
    handsetId: randomUUID(),
  })
  expect([stranger.status, stranger.body.code]).toEqual([404, 'CALL_NOT_PARKED'])
  browser.say(700)
  await browser.pickUp(id)

  await browser.waitForTone(700)
  const late = await other.as(linus).post(`/calls/${id}/pick-up`, { handsetId: randomUUID() })
  expect([late.status, late.body.code]).toEqual([404, 'CALL_NOT_PARKED'])
})

test('ZR236: a parked call of a node that dies leaves the list of the members at the other node', {
  timeout: 120_000,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, ada, grace } = nodes
  await using browser = await openBrowser(other.phone, ada)
  await using observer = await openBrowser(one.phone, grace)
  await far.call(numberOfTrunk, callerNumber, other.sipPort)
  const { id } = (await browser.next('call.incoming')).call
  await browser.answer(id)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await other.phone.as(ada).post(`/calls/${id}/park`)
  await observer.next('parked-calls.changed')
  const before = observer.messages.length

  await other.kill()
  const messages = () => observer.messages.slice(before).map(({ type }) => type)
  await waitUntil('the list has changed', () => messages().includes('parked-calls.changed'), 60_000)
  expect((await one.phone.as(grace).get('/calls/parked')).body.items).toEqual([])
})

/** Guarantee (ZR237): a user cannot fill the service, or leave anybody alone, by parking. */
test('ZR237: a workspace has a maximum number of parked calls', async () => {
  await using call = await startCall()
  const { pool } = call.phone.database
  await call.park()
  await pool.query(
    `insert into phone.calls
     select (jsonb_populate_record(calls, jsonb_build_object('id', gen_random_uuid()))).*
     from phone.calls, generate_series(1, 49) where id = $1`,
    [call.id],
  )
  expect(await call.list(call.ada)).toHaveLength(50)
  const browser = await call.open(call.grace)
  const second = await call.trunk.callIn('+15550143')
  const ringing = await browser.next('call.incoming', (message) => message.call.number === '+15550143')
  await second.next('ringing').catch(() => undefined)
  await browser.answer(ringing.call.id)
  await browser.waitForCall(ringing.call.id, ({ phase }) => phase === 'talking')

  const refused = await call.phone.as(call.grace).post(`/calls/${ringing.call.id}/park`)
  expect([refused.status, refused.body.code]).toEqual([409, 'PARKED_CALLS_LIMIT'])
  const { body } = await call.phone.as(call.grace).get(`/calls/${ringing.call.id}`)
  expect(body).toMatchObject({ phase: 'talking', parked: null } satisfies Partial<Call>)
})

test('ZR237: a call that is not answered, and one that another number is added to, are not parked', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const [unanswered, connected] = ['+1 555 0104', '+1 555 0100']
  const ringing = await browser.call(unanswered)
  await browser.waitForCall(ringing.id, ({ phase }) => phase === 'ringing')
  expect((await phone.as(ada).post(`/calls/${ringing.id}/park`)).body.code).toBe('CALL_NOT_PARKABLE')
  await phone.as(ada).post(`/calls/${ringing.id}/hang-up`, {})

  const { id } = await browser.call(connected)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.as(ada).post(`/calls/${id}/participants`, { to: unanswered })
  expect((await phone.as(ada).post(`/calls/${id}/park`)).body.code).toBe('CALL_NOT_PARKABLE')
  await phone.as(ada).post(`/calls/${id}/transfer`, { to: unanswered, mode: 'attended' })
  expect((await phone.as(ada).post(`/calls/${id}/park`)).body.code).toBe('TRANSFER_IN_PROGRESS')
})

/** Guarantee (ZR238): a caller for help is not left with music. */
test('ZR238: an emergency call is not parked', async () => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: ['+12125552368'] }
  const { body } = await api.post('/trunks', trunk)
  const route = { trunkId: body.id, address: '12 Baker Street, Springfield', testNumber: '933' }
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('911')
  await (await provider.nextCall()).answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  const refused = await api.post(`/calls/${id}/park`)

  expect([refused.status, refused.body.code]).toEqual([409, 'EMERGENCY_CALL_NOT_PARKED'])
  expect((await api.get(`/calls/${id}`)).body.phase).toBe('talking')
})
