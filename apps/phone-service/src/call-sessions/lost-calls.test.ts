import { kill } from 'node:process'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { injectEvents } from '../testing/inject-events.ts'
import { override } from '../testing/override.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'
/** Rings, and does not answer. */
const silent = '+1 555 0104'

test('the call ends for both sides when a disconnected browser does not return in time', async () => {
  await using phone = await startPhone({ detachedKeepMs: 300 })
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  browser.closeAudio()

  expect((await browser.next('call.ended')).call).toMatchObject({ id, endReason: 'media-lost' })
  expect(await findReservedSlots(phone)).toEqual([])
})

/** Guarantee: a crash of a media process loses no call record and leaves no leg or call slot behind. */
test('after a crash of the media process, an abandoned call ends with a complete record', async () => {
  await using phone = await startPhone({ detachedKeepMs: 2_000 })
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  kill(required(phone.engine.mediaPids[0], 'a media process'), 'SIGKILL')

  const { call } = await browser.next('call.ended')
  expect(call.endReason).not.toBeNull()
  expect(call.endedAt).toBeGreaterThanOrEqual(required(call.answeredAt, 'the time of the answer'))
  expect(call.legs.map(({ state }) => state)).toEqual(['left', 'left'])
  expect(await findReservedSlots(phone)).toEqual([])
  expect((await phone.as(ada).get('/calls/active')).body.items).toEqual([])
})

test.each([
  { event: 'crashed', signal: 'SIGKILL' },
  { event: 'stopped responding (ZR67)', signal: 'SIGSTOP' },
] as const)('a browser can rejoin its call after the media process has $event', async ({ signal }) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  browser.say(500)
  const { id } = await browser.call(echo)
  await browser.waitForTone(500)

  kill(required(phone.engine.mediaPids[0], 'a media process'), signal)
  await browser.waitForCall(id, ({ legs }) => legs.some(({ state }) => state === 'detached'))
  await browser.rejoin(id)

  await browser.waitForTone(500)
  // The browser may hear the other side before the service has applied the event.
  const rejoined = await browser.waitForCall(id, ({ marks }) =>
    marks.some(({ type }) => type === 'reattached'),
  )
  expect(rejoined.phase).toBe('talking')
  expect(rejoined.marks.map(({ type }) => type)).toEqual(['detached', 'reattached'])
})

test('FO3: a service that stops ends its calls and saves their records', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  await phone.service[Symbol.asyncDispose]()
  await using again = await restartPhone(phone)

  const { body: call } = await again.as(ada).get(`/calls/${id}`)
  expect(call).toMatchObject({ phase: 'ended', endReason: 'server-stopped' })
  expect(await findReservedSlots(phone)).toEqual([])
})

test('a blocked microphone cancels the call with that reason', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { body: joined } = await phone.as(ada).post('/calls', { to: silent, handsetId: browser.handsetId })
  await browser.waitForCall(joined.call.id, ({ phase }) => phase === 'ringing')

  const { body: call } = await phone
    .as(ada)
    .post(`/calls/${joined.call.id}/hang-up`, { reason: 'microphone-blocked' })
  await browser.next('call.ended')

  expect(call).toMatchObject({ phase: 'ended', endReason: 'microphone-blocked', answeredAt: null })
  expect(call.legs).toMatchObject([{ state: 'left' }, { state: 'left', joinedAt: null }])
  expect(await findReservedSlots(phone)).toEqual([])
})

test.each([
  { callee: 'rings', to: silent, phase: 'ringing' },
  { callee: 'has answered', to: echo, phase: 'talking' },
])('ZR400: a call whose browser never connects ends while its telephone $callee', async ({ to, phase }) => {
  const engineEvents = injectEvents()
  await using phone = await startPhone({}, engineEvents.wrap)
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { body: joined } = await phone.as(ada).post('/calls', { to, handsetId: browser.handsetId })
  const { id } = joined.call
  const dialled = await browser.waitForCall(id, (call) => call.phase === phase)
  const left = { type: 'leg-left', reason: 'media-lost', sipAnswer: null, recordings: [] } as const

  engineEvents.inject(id, { ...left, legId: joined.legId, at: Date.now(), number: 1_000 })
  const { call } = await browser.next('call.ended')

  expect(dialled.legs).toMatchObject([{ kind: 'browser', state: 'joining' }, { kind: 'phone' }])
  expect(call).toMatchObject({ id, endReason: 'media-lost' })
  expect(call.legs.map(({ state }) => state)).toEqual(['left', 'left'])
  expect(await findReservedSlots(phone)).toEqual([])
})

/** Guarantee: an error of the engine leaves no call without its end and no call slot behind. */
test('a declined call ends with its record although the engine cannot reject it', async () => {
  await using phone = await startPhone({}, (engine) => ({
    ...engine,
    openConference: async (options) =>
      override(await engine.openConference(options), {
        rejectIncoming: () => Promise.reject(new Error('The engine is broken.')),
      }),
  }))
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const numberOfGrace = (await phone.as(grace).get('/me')).body.numbers[0].number
  await phone.as(grace).patch('/me/settings', { voicemail: 'off' })
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await atAda.call(numberOfGrace)
  const { call } = await atGrace.next('call.incoming')

  const declined = await phone.as(grace).post(`/calls/${call.id}/decline`)

  expect(declined.body).toMatchObject({ phase: 'ended', endReason: 'declined' })
  expect((await phone.as(grace).get('/calls/active')).body.items).toEqual([])
  expect((await atGrace.next('call.ended')).call).toMatchObject({ id: call.id, endReason: 'declined' })
})

test('a call ends with its record although the engine cannot close the conference', async () => {
  await using phone = await startPhone({}, (engine) => ({
    ...engine,
    openConference: async (options) =>
      override(await engine.openConference(options), {
        close: () => Promise.reject(new Error('The engine is broken.')),
      }),
  }))
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  const hungUp = await phone.as(ada).post(`/calls/${id}/hang-up`, {})

  expect(hungUp.body).toMatchObject({ phase: 'ended', endReason: 'hung-up' })
  expect((await browser.next('call.ended')).call).toMatchObject({ id, endReason: 'hung-up' })
  expect(await findReservedSlots(phone)).toEqual([])
})

async function findReservedSlots(phone: TestPhone): Promise<string[]> {
  const { rows } = await phone.database.pool.query('select slot_ids from phone.calling_limits')
  return rows.flatMap((row) => row.slot_ids)
}
