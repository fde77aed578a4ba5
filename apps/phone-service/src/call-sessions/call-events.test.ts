import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { type CallEvent, createCallState, nextCallState } from '../call-state/index.ts'
import { injectEvents } from '../testing/inject-events.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'

async function listEvents({ database }: TestPhone, callId: string) {
  const { rows } = await database.pool.query(
    'select number, at, type, data from phone.call_events where call_id = $1 order by number',
    [callId],
  )
  return rows.map(({ number, at, type, data }) => ({
    number: number as number,
    event: { type, at: at.getTime(), ...data } as CallEvent,
  }))
}

/** Checks that the stored events of an ended call are numbered without a gap and lead to its stored state. */
async function expectCompleteEvents(phone: TestPhone, id: string): Promise<void> {
  const events = await listEvents(phone, id)
  const { rows } = await phone.database.pool.query(
    'select direction, state, event_number, engine_event_number from phone.calls where id = $1',
    [id],
  )
  const [call] = rows
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
  expect(call.event_number).toBe(events.length)
  expect(call.engine_event_number).toBeGreaterThan(0)
  const initial = createCallState(call.direction, call.state.startedAt)
  const replayed = events.reduce((state, { event }) => nextCallState(state, event), initial)
  expect(JSON.parse(JSON.stringify(replayed))).toEqual(call.state)
}

/** Guarantee: nothing changes a call without a durable event. */
test('ZR112: the stored events of a call are numbered without a gap and lead to its stored state', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo, { recording: 'on' })
  await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  for (const onHold of [true, false]) await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold })
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  await expectCompleteEvents(phone, id)
})

test('ZR112: so are those of an incoming call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  const caller = await trunk.callIn()
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  await caller.hangUp()
  await browser.next('call.ended')

  await expectCompleteEvents(phone, call.id)
})

/** Guarantee: a caller who sends digits without end does not occupy the database. */
test('ZR331: digits are saved and published together, not one by one', async () => {
  const engineEvents = injectEvents()
  await using phone = await startPhone({}, engineEvents.wrap)
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  const { legs } = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const legId = required(legs[0], 'a leg').id
  const readVersion = async () => {
    const { rows } = await phone.database.pool.query('select version from phone.calls where id = $1', [id])
    return rows[0].version as number
  }
  const before = await readVersion()

  for (let count = 0; count < 100; count++)
    engineEvents.inject(id, { type: 'digit', legId, digit: '1', at: Date.now(), number: 1_000 + count })
  await browser.waitForCall(id, (call) => call.marks.length === 100)

  expect((await readVersion()) - before).toBeLessThan(10)
  expect((await listEvents(phone, id)).filter(({ event }) => event.type === 'digit')).toHaveLength(100)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
})

test('ZR113: an event of the engine that arrives twice, or after a later one, is applied once', async () => {
  const engineEvents = injectEvents()
  await using phone = await startPhone({}, engineEvents.wrap)
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  const { legs } = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const legId = required(legs[0], 'a leg').id
  const old = required(engineEvents.seen[0], 'an event').number
  const inject = (number: number) =>
    engineEvents.inject(id, { type: 'digit', legId, digit: '1', at: Date.now(), number })

  for (const number of [1_000, 1_000, old, 999, 1_001]) inject(number)
  const { marks } = await browser.waitForCall(id, (call) => call.marks.length === 2)
  expect(marks.map(({ type }) => type)).toEqual(['digit', 'digit'])
  await phone.as(ada).put(`/calls/${id}/muted`, { muted: true })

  const stored = await waitUntil('the change is stored', async () => {
    const events = await listEvents(phone, id)
    return events.some(({ event }) => event.type === 'mute') && events
  })
  expect(stored.filter(({ event }) => event.type === 'digit')).toHaveLength(2)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
})
