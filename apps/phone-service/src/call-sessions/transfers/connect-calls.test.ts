import type { Call } from '@parley/contract/phone'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createReplaces, type ReferOutcome } from '@parley/sip'
import { expect, test } from 'vitest'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { injectEvents } from '../../testing/inject-events.ts'
import { sendAccountEvent } from '../../testing/send-account-event.ts'
import { startPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'

const own = '+12125552368'

/** Starts a phone whose users Ada and Grace each talk to one telephone, through a trunk that may transfer calls. */
async function startTwoCalls({
  allowsRefer = true,
  sameUser = false,
  settings = { detachedKeepMs: 60_000 } as Parameters<typeof startPhone>[0],
  wrapEngine = undefined as WrapEngine,
} = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(settings, wrapEngine))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const grace = sameUser ? ada : phone.accounts.addUser('Grace', [...ada.teamIds])
  const trunk = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: [own], allowsRefer }
  expect((await phone.as(ada).post('/trunks', trunk)).status).toBe(201)
  const dial = async (user: FakeUser, to: string, hz: number) => {
    const browser = stack.use(await openBrowser(phone, user))
    const { id } = await browser.call(to, { from: own })
    const far = await provider.nextCall()
    await far.answer()
    far.play(createSine(hz, 8_000))
    browser.say(hz * 2)
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, browser, far, as: phone.as(user) }
  }
  const first = await dial(ada, '+12125550187', 500)
  const second = await dial(grace, '+12125550188', 700)
  const count = async (sql: string) => Number((await phone.database.pool.query(sql)).rows[0].count)
  return {
    phone,
    provider,
    ada,
    grace,
    first,
    second,
    /** Asks for the connection of a call with the one that `replaces` names, which is the second one by default. */
    refer: (
      from: typeof first = first,
      replaces = createReplaces(second.far.sip.dialog ?? fail('The second call has no dialog.')),
      target = `sip:${own}@127.0.0.1`,
    ): Promise<ReferOutcome> => from.far.sip.refer({ target, replaces }),
    countSlots: () => count('select coalesce(sum(cardinality(slot_ids)), 0) count from phone.calling_limits'),
    countDialogs: () => count('select count(*) count from phone.sip_dialogs'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
type WrapEngine = Parameters<typeof startPhone>[1]

function fail(message: string): never {
  throw new Error(message)
}

test('ZR293: a telephone with two calls connects them: their users talk, and it leaves both', async () => {
  await using calls = await startTwoCalls()
  const { first, second, phone } = calls

  expect(await calls.refer()).toEqual({ result: 'transferred' })

  expect(await first.far.next('ended')).toMatchObject({ by: 'peer' })
  expect(await second.far.next('ended')).toMatchObject({ by: 'peer' })
  const { call: merged } = await second.browser.next('call.ended')
  expect(merged).toMatchObject({ id: second.id, endReason: 'merged' })
  const present = ({ legs }: typeof merged) => legs.filter(({ state }) => state !== 'left')
  const connected = await second.browser.waitForCall(first.id, (call) => present(call).length === 2)
  expect(present(connected).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'browser joined',
    'browser joined',
  ])
  await Promise.all([first.browser.waitForTone(1_400), second.browser.waitForTone(1_000)])
  await expect.poll(calls.countSlots).toBe(0)
  await expect.poll(calls.countDialogs).toBe(0)

  await second.as.post(`/calls/${first.id}/hang-up`, {})
  await first.browser.next('call.ended', ({ call }) => call.id === first.id)
  expect((await phone.as(calls.ada).get('/calls/active')).body.items).toEqual([])
})

test('ZR293: the older call continues, whichever of both asks for the connection', async () => {
  await using calls = await startTwoCalls()
  const { first, second } = calls
  const replaces = createReplaces(first.far.sip.dialog ?? fail('The first call has no dialog.'))

  expect(await calls.refer(second, replaces)).toEqual({ result: 'transferred' })

  expect((await second.browser.next('call.ended')).call).toMatchObject({ endReason: 'merged' })
  await Promise.all([first.browser.waitForTone(1_400), second.browser.waitForTone(1_000)])
})

/** Guarantee: only users end a hold. A user who has put the others on hold is not heard by them before. */
test.each(['first', 'second'] as const)(
  'ZR529: a telephone cannot connect its calls while a user has put the %s one on hold',
  async (held) => {
    await using calls = await startTwoCalls()
    const { first, second } = calls
    const { id, as, browser } = calls[held]
    await as.put(`/calls/${id}/on-hold`, { onHold: true })

    expect(await calls.refer()).toMatchObject({ result: 'failed', status: 603 })

    expect((await as.get(`/calls/${id}`)).body).toMatchObject({ phase: 'on-hold' })
    await as.put(`/calls/${id}/on-hold`, { onHold: false })
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    await Promise.all([first.far.receivesTone(1_000), second.far.receivesTone(1_400)])
  },
)

test('ZR530: calls in which no user talks are not connected', async () => {
  await using calls = await startTwoCalls()
  const { provider, first, second } = calls
  for (const [index, { id, as }] of [first, second].entries()) {
    await as.post(`/calls/${id}/transfer`, { to: `+1212555019${index}`, mode: 'blind', from: own })
    const target = await provider.nextCall()
    await target.answer()
    target.play(createSine(600, 8_000))
  }
  await Promise.all([first.far.receivesTone(600), second.far.receivesTone(600)])

  expect(await calls.refer()).toMatchObject({ result: 'failed', status: 603 })

  await Promise.all([first.far.receivesTone(600), second.far.receivesTone(600)])
})

/** Guarantee: a connection by a telephone does not extend the access of a user. */
test('ZR562: a user whose call a telephone has connected is removed when their access ends', async () => {
  await using calls = await startTwoCalls()
  const { phone, grace, first, second } = calls
  expect(await calls.refer()).toEqual({ result: 'transferred' })
  await second.browser.waitForTone(1_000)

  const [teamId] = grace.teamIds.splice(0)
  const data = { team_id: teamId, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)

  await second.browser.receivesSilence()
  await first.browser.waitForCall(first.id, ({ phase }) => phase === 'ended')
})

/** Guarantee: a user whose browser has gone does not stay in the call, at the expense of the workspace. */
test('ZR563: a user whose browser was away when a telephone connected the calls leaves after the usual time', async () => {
  await using calls = await startTwoCalls({ settings: { detachedKeepMs: 6_000 } })
  const { first, second } = calls
  const isAway = ({ legs }: Call) => legs.some(({ state }) => state === 'detached')
  second.browser.closeAudio()
  await second.browser.waitForCall(second.id, isAway)

  expect(await calls.refer()).toEqual({ result: 'transferred' })
  await first.browser.waitForCall(first.id, isAway)

  await first.browser.waitForCall(first.id, ({ phase }) => phase === 'ended')
})

/**
 * Connects both calls, adds a telephone to the users, and transfers the call for the first one to a number. Returns the
 * telephone and the number.
 */
async function transferConnected({
  refer,
  first,
  second,
  provider,
}: Awaited<ReturnType<typeof startTwoCalls>>) {
  expect(await refer()).toEqual({ result: 'transferred' })
  await second.browser.waitForTone(1_000)
  const added = { to: '+12125550190', from: own }
  expect((await first.as.post(`/calls/${first.id}/participants`, added)).status).toBe(201)
  const telephone = await provider.nextCall()
  await telephone.answer()
  const isJoined = ({ number, state }: Call['legs'][number]) => number === added.to && state === 'joined'
  await second.browser.waitForCall(first.id, ({ legs }) => legs.some(isJoined))
  const transfer = { to: '+12125550191', mode: 'blind', from: own }
  expect((await first.as.post(`/calls/${first.id}/transfer`, transfer)).status).toBe(200)
  return { telephone, target: await provider.nextCall() }
}

/** Guarantee: a call without a user ends after some time, and none in which a user talks. */
test('ZR653: a call from which one of two users has transferred the others ends for the other user at no time', async () => {
  // The timers of the call are checked each second.
  await using calls = await startTwoCalls({ settings: { reservationSeconds: 1 } })
  const { phone, grace, first, second } = calls
  const { target } = await transferConnected(calls)
  await target.answer()
  target.play(createSine(600, 8_000))
  await second.browser.waitForTone(600)
  const { pool } = phone.database
  const readDueIn = async () => {
    const { rows } = await pool.query(
      "select extract(epoch from due_at - now())::float8 as due_in from phone.call_timers where name = 'without-user'",
    )
    return rows[0]?.due_in
  }
  const expire = () => pool.query("update phone.call_timers set due_at = now() where name = 'without-user'")
  expect(await readDueIn()).toBeGreaterThan(60)
  await expire()

  await expect.poll(readDueIn).toBeGreaterThan(60)
  expect((await second.as.get(`/calls/${first.id}`)).body.phase).toBe('talking')
  await phone.as(grace).post(`/calls/${first.id}/hang-up`, {})
  await expire()
  const { call } = await second.browser.next('call.ended', (message) => message.call.id === first.id)
  expect(call.endReason).toBe('without-member')
})

test('the reconnect of another user does not answer a transfer that has returned', async () => {
  const events = injectEvents()
  await using calls = await startTwoCalls({ wrapEngine: events.wrap })
  const { grace, first, second } = calls
  const { target } = await transferConnected(calls)
  target.refuse(486)
  await first.browser.next('call.incoming', ({ call }) => call.id === first.id)
  const { legs }: Call = (await second.as.get(`/calls/${first.id}`)).body
  const legId = legs.find(({ userId, state }) => userId === grace.id && state !== 'left')?.id
  if (legId === undefined) fail('Grace has no leg.')

  events.inject(first.id, { type: 'leg-reattached', legId, at: Date.now(), number: 10_000 })
  await second.as.put(`/calls/${first.id}/notes`, { notes: 'Handled after the event' })

  const { body } = await second.as.get(`/calls/${first.id}`)
  expect([body.phase, body.transfer?.stage]).toEqual(['on-hold', 'returning'])
})

/** Guarantee: a REFER that names one of our calls never dials a number, even if its URI has one. */
test('ZR294: the number of a REFER that names one of our calls is not dialled', async () => {
  await using calls = await startTwoCalls()
  const { provider, first } = calls

  const outcome = await calls.refer(first, undefined, 'sip:+19002345678@127.0.0.1')

  expect(outcome).toEqual({ result: 'transferred' })
  expect((await calls.phone.as(calls.ada).get('/limits/refusals')).body.items).toEqual([])
  const next = await Promise.race([provider.nextCall(), first.far.next('ended')])
  expect(next).toMatchObject({ type: 'ended' })
})

test.each([
  ['of a trunk that may not transfer', { allowsRefer: false }, 'refused'],
  ['of two calls of one user', { sameUser: true }, 'failed'],
])('ZR295: the connection %s is declined, and both calls continue', async (_, options, result) => {
  await using calls = await startTwoCalls(options)
  const { first, second } = calls

  expect(await calls.refer()).toMatchObject({ result, status: 603 })

  await Promise.all([first.far.receivesTone(1_000), second.far.receivesTone(1_400)])
  const { body } = await first.as.get(`/calls/${first.id}`)
  expect(body.legs).toHaveLength(2)
})

/** Guarantee: no call of another trunk or workspace is connected, also when its tags are known. */
test.each(['of the same workspace', 'of another workspace'])(
  'ZR296: a trunk %s cannot connect a call with one of this trunk',
  async (owner) => {
    await using calls = await startTwoCalls()
    const { phone, second } = calls
    await using stranger = await startTestPhone({ host: '127.0.0.2' })
    const user = owner === 'of the same workspace' ? calls.ada : phone.signUp('Hedy')
    const numbers = ['+12125552399']
    const trunk = { name: 'Other', host: '127.0.0.2', port: stranger.port, numbers, allowsRefer: true }
    expect((await phone.as(user).post('/trunks', trunk)).status).toBe(201)
    await using browser = await openBrowser(phone, user)
    const { id } = await browser.call('+12125550190', { from: numbers[0] })
    const far = await stranger.nextCall()
    await far.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    const replaces = createReplaces(second.far.sip.dialog ?? fail('The second call has no dialog.'))
    const [address] = phone.engine.sipAddresses

    const outcome = await far.sip.refer({ target: `sip:${own}@${address?.host}:${address?.port}`, replaces })

    expect(outcome).toMatchObject({ result: 'refused', status: 481 })
    await second.far.receivesTone(1_400)
  },
)

test('ZR297: a call whose telephone hangs up before the connection ends, and the other one continues', async () => {
  await using calls = await startTwoCalls()
  const { first, second } = calls
  const replaces = createReplaces(second.far.sip.dialog ?? fail('The second call has no dialog.'))
  await second.far.hangUp()
  await second.browser.next('call.ended')

  expect(await calls.refer(first, replaces)).toMatchObject({ result: 'refused', status: 603 })

  await first.far.receivesTone(1_000)
})

test('ZR297: a telephone that hangs up while it asks for the connection leaves no participant or slot behind', async () => {
  await using calls = await startTwoCalls()
  const { first, second } = calls

  const outcome = calls.refer()
  await Promise.all([second.far.hangUp(), first.far.hangUp(), outcome])

  await expect.poll(calls.countSlots).toBe(0)
  await expect.poll(calls.countDialogs).toBe(0)
  for (const { as } of [first, second]) {
    const { items } = (await as.get('/calls/active')).body
    for (const { id, legs } of items) {
      expect(legs.filter(({ kind, state }: Leg) => kind === 'phone' && state !== 'left')).toEqual([])
      await as.post(`/calls/${id}/hang-up`, {})
    }
  }
})
type Leg = { readonly kind: string; readonly state: string }

test('ZR297: a connection that the engine cannot complete is reported, and leaves no call without its record', async () => {
  await using calls = await startTwoCalls({
    wrapEngine: (engine) => ({
      ...engine,
      mergeConferences: () => Promise.reject(new Error('The engine is broken.')),
    }),
  })
  const { first, second } = calls

  expect(await calls.refer()).toMatchObject({ result: 'failed', status: 603 })

  expect((await second.browser.next('call.ended')).call).toMatchObject({ endReason: 'merged' })
  await second.far.next('ended')
  await first.far.receivesTone(1_000)
})
