import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const number = '+12125552368'
const mobile = '+12125552390'
const hangUp = { kind: 'hang-up' }
const toMobile = { kind: 'number', number: mobile }

/** Starts a phone with an administrator, a member and a trunk of their workspace. Linus has another one. */
async function startBakery(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.signUp('Linus')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  return { phone, ada, grace, linus, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function saveRoute(phone: TestPhone, user: FakeUser, open: object, unanswered: object = hangUp) {
  const route = { number: null, openingHoursId: null, open, closed: hangUp, unanswered }
  const { version } = (await phone.as(user).get('/routing')).body
  const configuration = { groups: [], openingHours: [], routes: [route] }
  return await phone.as(user).put('/routing', { version, configuration })
}

async function getOwnNumber(phone: TestPhone, user: FakeUser): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}

async function waitForEndedCall(phone: TestPhone, user: FakeUser) {
  return await waitUntil('the call has ended', async () => {
    const [call] = (await phone.as(user).get('/calls')).body.items
    return call?.phase === 'ended' && call
  })
}

async function countSlots(phone: TestPhone): Promise<number> {
  const { rows } = await phone.database.pool.query('select slot_ids from phone.calling_limits')
  return rows.flatMap(({ slot_ids }) => slot_ids).length
}

test('ZR196: the caller and the number to which the call is forwarded hear each other, from its answer to its end', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  expect((await saveRoute(phone, ada, toMobile)).status).toBe(200)

  const caller = await trunk.callIn()
  const target = await trunk.nextCall()
  await target.ring()
  expect(caller.events.some(({ type }) => type === 'answered')).toBe(false)
  await target.answer()
  await caller.next('answered')
  caller.play(createSine(500, 8_000))
  target.play(createSine(700, 8_000))
  await caller.receivesTone(700)
  await target.receivesTone(500)
  const [active] = (await phone.database.pool.query("select state from phone.calls where phase = 'talking'"))
    .rows
  expect(active.state).toMatchObject({ forwarding: { stage: 'completed', number: mobile, from: number } })
  expect(await countSlots(phone)).toBe(1)

  await target.hangUp()
  await caller.next('ended')
  const call = await waitForEndedCall(phone, ada)
  expect(call).toMatchObject({ endReason: 'other-hung-up', userId: null })
  expect(call.answeredAt).not.toBeNull()
  await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
  expect((await phone.as(ada).get('/calls/missed/count')).body.count).toBe(0)
})

test('a call that a user does not answer is forwarded to their number, and rings for the next target afterwards', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  const forwarding = { when: 'unanswered', number: mobile }
  expect((await phone.as(grace).patch('/me/settings', { forwarding })).body).toMatchObject({ forwarding })
  await saveRoute(phone, ada, { kind: 'user', userId: grace.id }, { kind: 'user', userId: ada.id })

  await trunk.callIn()
  const { call, isForUserAlone } = await atGrace.next('call.incoming')
  expect(isForUserAlone).toBe(true)
  await phone.as(grace).post(`/calls/${call.id}/decline`, {})
  const target = await trunk.nextCall()
  expect((await phone.as(grace).get('/calls/active')).body.items).toEqual([])
  target.refuse(486)

  expect((await atAda.next('call.incoming')).call.id).toBe(call.id)
  await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
  await atAda.answer(call.id)
  await atAda.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect((await phone.as(grace).patch('/me/settings', { forwarding: null })).body.forwarding).toBeNull()
})

test('a caller who hangs up while the call is forwarded ends the call to the number, and is missed', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await phone.as(grace).patch('/me/settings', { forwarding: { when: 'always', number: mobile } })
  await saveRoute(phone, ada, { kind: 'user', userId: grace.id })

  const caller = await trunk.callIn()
  const target = await trunk.nextCall()
  await caller.hangUp()

  await target.next('ended')
  const call = await waitForEndedCall(phone, grace)
  expect(call).toMatchObject({ endReason: 'missed', answeredAt: null })
  // The end of a call is read from memory before it is saved; the missed calls are counted in the database.
  await waitUntil('the call is counted as missed', async () => {
    const { body } = await phone.as(grace).get('/calls/missed/count')
    return body.count === 1
  })
  await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
})

test('a call that another node has ended meanwhile is neither forwarded nor rings for the next target', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  await using bakery = await startBakery({ log })
  const { phone, ada, grace, trunk } = bakery
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await phone.as(grace).patch('/me/settings', { forwarding: { when: 'unanswered', number: mobile } })
  await saveRoute(phone, ada, { kind: 'user', userId: grace.id }, { kind: 'user', userId: ada.id })
  await trunk.callIn()
  const { call } = await atGrace.next('call.incoming')
  await phone.database.pool.query('update phone.calls set epoch = epoch + 1')

  await phone.as(grace).post(`/calls/${call.id}/decline`, {})

  const events = lines.map((line) => JSON.parse(line))
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'call.forwarding_refused', reason: 'ended' }),
  )
  expect(events.map(({ event }) => event)).not.toContain('call.forwarding_limited')
  expect(atAda.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
})

/** Guarantee (ZR197): forwarding reaches no number that a user may not call, also when the rules change later. */
test('ZR197: forwarding follows the rules of dialled calls, when it is saved and at each call', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  const refused = [
    ['+19005552368', 'PREMIUM_NUMBER'],
    ['+390612345678', 'COUNTRY_NOT_ALLOWED'],
    [number, 'OWN_NUMBER'],
  ] as const
  for (const [to, code] of refused) {
    expect((await saveRoute(phone, ada, { kind: 'number', number: to })).body.code).toBe(code)
    const forwarding = { when: 'always', number: to }
    expect((await phone.as(grace).patch('/me/settings', { forwarding })).body.code).toBe(code)
  }
  expect((await saveRoute(phone, ada, toMobile, { kind: 'everyone' })).status).toBe(200)
  await using browser = await openBrowser(phone, grace)
  await phone.database.pool.query("update phone.calling_limits set allowed_countries = '{DE}'")

  await trunk.callIn()

  await browser.next('call.incoming')
  const [refusal] = (await phone.as(ada).get('/limits/refusals')).body.items
  expect(refusal).toMatchObject({ dialled: mobile, code: 'COUNTRY_NOT_ALLOWED' })
  expect(await countSlots(phone)).toBe(0)
})

/** Guarantee (ZR198): forwarding never makes two numbers call each other without end. */
test('ZR198: a forwarded call is not forwarded again, and rings for the user instead', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus } = bakery
  await using atGrace = await openBrowser(phone, grace)
  const [ofAda, ofGrace] = [await getOwnNumber(phone, ada), await getOwnNumber(phone, grace)]
  for (const [user, to] of [
    [ada, ofGrace],
    [grace, ofAda],
  ] as const) {
    const saved = await phone.as(user).patch('/me/settings', { forwarding: { when: 'always', number: to } })
    expect(saved.status).toBe(200)
  }
  await using caller = await openBrowser(phone, linus)

  await caller.call(ofAda)

  const { call } = await atGrace.next('call.incoming')
  expect(call).toMatchObject({ number: ofAda, ownNumber: ofGrace })
  const { rows } = await phone.database.pool.query("select id from phone.calls where direction = 'incoming'")
  expect(rows).toHaveLength(2)
})
