import type { CallEngine } from '@parley/call-engine'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { injectEvents } from '../testing/inject-events.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const numbers = ['+12125552368', '+12125552369'] as const

/** Starts two answered calls of one user, each in its own tab, with telephones that send tones. */
async function startTwoCalls(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const fields = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: ['+12125552367'] }
  expect((await phone.as(ada).post('/trunks', fields)).status).toBe(201)
  const dial = async (to: string, hz: number) => {
    const browser = stack.use(await openBrowser(phone, ada))
    const { id } = await browser.call(to, { from: '+12125552367' })
    const far = await provider.nextCall()
    await far.answer()
    far.play(createSine(hz, 8_000))
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, browser, far }
  }
  const first = await dial(numbers[0], 500)
  const second = await dial(numbers[1], 700)
  return {
    phone,
    provider,
    ada,
    first,
    second,
    merge: (call: string, other: string) => phone.as(ada).post(`/calls/${call}/merge`, { call: other }),
    read: async (id: string) => (await phone.as(ada).get(`/calls/${id}`)).body,
    listSlots: async () =>
      (await phone.database.pool.query('select slot_ids from phone.calling_limits')).rows[0].slot_ids,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('ZR107: two calls of a user are merged: all hear each other, and the younger call ends as merged', async () => {
  await using started = await startTwoCalls()
  const { first, second, ada, phone } = started
  await phone.as(ada).put(`/calls/${first.id}/on-hold`, { onHold: true })

  const { status, body } = await started.merge(second.id, first.id)

  expect([status, body.id, body.phase]).toEqual([200, first.id, 'talking'])
  const present = body.legs.filter(({ state }: { state: string }) => state !== 'left')
  expect(present.map(({ number }: { number: string | null }) => number)).toEqual([null, ...numbers])
  expect((await second.browser.next('call.ended')).call).toMatchObject({ id: second.id, endReason: 'merged' })
  first.browser.say(1_100)
  await Promise.all([
    first.far.receivesTone(700, [500]),
    first.far.receivesTone(1_100),
    second.far.receivesTone(500, [700]),
    second.far.receivesTone(1_100),
    first.browser.waitForTone(700),
  ])
  expect(await started.listSlots()).toHaveLength(2)
  const dialogs = await phone.database.pool.query('select call_id from phone.sip_dialogs')
  expect(dialogs.rows.map((row) => row.call_id)).toEqual([first.id, first.id])

  await phone.as(ada).post(`/calls/${first.id}/hang-up`, {})
  await Promise.all([first.far.next('ended'), second.far.next('ended')])
  await first.browser.next('call.ended', ({ call }) => call.id === first.id)
  expect(await started.listSlots()).toEqual([])
})

test('ZR107: a recording continues in the merged call, whose other participants hear the announcement first', async () => {
  await using started = await startTwoCalls()
  const { first, second, ada, phone } = started
  await phone.as(ada).post(`/calls/${second.id}/recording/start`, {})
  await second.browser.waitForCall(second.id, ({ recordingState }) => recordingState === 'on')
  first.far.play(null)
  second.far.play(null)

  const { body } = await started.merge(first.id, second.id)
  const adopted = body.legs[2].id
  expect(body.recordingState).toBe('on')
  await first.far.receivesSpeech()

  const recorded = await first.browser.waitForCall(first.id, ({ recordings }) => recordings.length === 3)
  expect(recorded.recordings.map(({ legId }) => legId)).toContain(adopted)
  expect((await started.read(second.id)).recordings).toHaveLength(2)
})

/** Starts two calls, and runs a step between the storing of their merge and the move of the audio. */
async function startInterruptedMerge(
  step: { run: () => Promise<unknown> },
  wrap: (engine: CallEngine) => CallEngine = (engine) => engine,
) {
  return await startTwoCalls({}, (engine) => ({
    ...wrap(engine),
    async mergeConferences(into, from) {
      await step.run()
      await engine.mergeConferences?.(into, from)
    },
  }))
}

/** Guarantee: a call lists no telephone that has hung up, and bills and blocks nothing for it. */
test.each(['first', 'second'] as const)(
  'ZR350: a telephone of the %s call that hangs up during the merge is no participant and has no call slot',
  async (leaving) => {
    const step = { run: async (): Promise<unknown> => null }
    await using started = await startInterruptedMerge(step)
    const { first, second } = started
    step.run = () => started[leaving].far.hangUp()

    expect((await started.merge(first.id, second.id)).status).toBe(200)

    const remaining = leaving === 'first' ? numbers[1] : numbers[0]
    const listPresent = async () =>
      (await started.read(first.id)).legs
        .filter(({ state }: { state: string }) => state !== 'left')
        .map(({ number }: { number: string | null }) => number)
    await expect.poll(listPresent).toEqual([null, remaining])
    await expect.poll(started.listSlots).toHaveLength(1)
    const left = (await started.read(first.id)).legs.find(({ state }: { state: string }) => state === 'left')
    expect(left).toMatchObject({ leftReason: 'hung-up' })
  },
)

test('ZR350: a telephone that answers during the merge is a participant of the merged call', async () => {
  const step = { run: async (): Promise<unknown> => null }
  await using started = await startInterruptedMerge(step)
  const { first, second, provider, phone, ada } = started
  const to = '+12125552371'
  await phone.as(ada).post(`/calls/${second.id}/participants`, { to, from: '+12125552367' })
  const third = await provider.nextCall()
  await third.ring()
  step.run = async () => {
    await third.answer()
    await third.receivesTone(700)
  }

  expect((await started.merge(first.id, second.id)).status).toBe(200)

  const merged = await first.browser.waitForCall(first.id, ({ legs }) =>
    legs.some(({ number, state }) => number === to && state === 'joined'),
  )
  expect(merged.phase).toBe('talking')
})

/** Guarantee: a key that is pressed once counts once. The engine may deliver an event again after a failure. */
test('ZR113: an event that arrives twice during the merge is applied once to the merged call', async () => {
  const events = injectEvents()
  const step = { run: async (): Promise<unknown> => null }
  await using started = await startInterruptedMerge(step, events.wrap)
  const { first, second } = started
  const { legs } = await started.read(second.id)
  const { id: legId } = legs.find(({ kind }: { kind: string }) => kind === 'phone')
  step.run = async () => {
    const at = Date.now()
    for (const number of [1_000, 1_000])
      events.inject(second.id, { type: 'digit', legId, digit: '1', at, number })
    events.inject(second.id, { type: 'leg-detached', legId, at, number: 1_001 })
  }

  expect((await started.merge(first.id, second.id)).status).toBe(200)

  const { marks } = await first.browser.waitForCall(first.id, (call) =>
    call.marks.some(({ type }) => type === 'detached'),
  )
  expect(marks.filter(({ type }) => type === 'digit')).toHaveLength(1)
})

test('ZR108: only two answered calls in which the user takes part are merged', async () => {
  await using started = await startTwoCalls()
  const { first, second, phone } = started
  const grace = phone.as(phone.signUp('Grace'))
  await using tab = await openBrowser(phone, started.ada)
  const dialled = { to: '+12125552370', from: '+12125552367', handsetId: tab.handsetId }
  const { body: ringing } = await phone.as(started.ada).post('/calls', dialled)

  const foreign = await grace.post(`/calls/${first.id}/merge`, { call: second.id })
  const same = await started.merge(first.id, first.id)
  const unanswered = await started.merge(first.id, ringing.call.id)

  expect([foreign, same, unanswered].map(({ body }) => body.code)).toEqual([
    'CALL_NOT_FOUND',
    'CALLS_NOT_MERGEABLE',
    'CALLS_NOT_MERGEABLE',
  ])
  expect((await started.read(second.id)).phase).toBe('talking')
})

test('ZR108: a merge that the engine cannot complete leaves the older call, and ends the other one at its far end', async () => {
  await using started = await startTwoCalls({}, (engine) => ({
    ...engine,
    mergeConferences: () => Promise.reject(new Error('The engine is broken.')),
  }))
  const { first, second } = started

  const { body } = await started.merge(first.id, second.id)

  expect(body.code).toBe('ENGINE_UNAVAILABLE')
  expect((await second.browser.next('call.ended')).call).toMatchObject({ endReason: 'merged' })
  await second.far.next('ended')
  const { legs, phase } = await started.read(first.id)
  expect(phase).toBe('talking')
  expect(legs[2]).toMatchObject({ state: 'left', leftReason: 'failed' })
})

/** Guarantee (ZR652): a merge that fails ends no recording and no hold, because a user would not know. */
test('ZR652: a merge that cannot be stored leaves both calls as they were, also recorded and on hold', async () => {
  await using started = await startTwoCalls()
  const { first, second, ada, phone } = started
  await phone.as(ada).post(`/calls/${second.id}/recording/start`, {})
  await second.browser.waitForCall(second.id, ({ recordingState }) => recordingState === 'on')
  for (const { id } of [first, second]) await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold: true })
  const { pool } = phone.database
  await pool.query("alter table phone.calls add constraint unmerged check (end_reason <> 'merged')")

  expect((await started.merge(first.id, second.id)).status).toBe(500)

  const [older, younger] = [await started.read(first.id), await started.read(second.id)]
  expect([older.phase, younger.phase, younger.recordingState]).toEqual(['on-hold', 'on-hold', 'on'])
  await Promise.all([first.far.receivesSpeech(), second.far.receivesSpeech()])
  await pool.query('alter table phone.calls drop constraint unmerged')
  expect((await started.merge(first.id, second.id)).body).toMatchObject({
    phase: 'talking',
    recordingState: 'on',
  })
})

/** Guarantee: a merge that is reported as successful loses no participant. */
test('ZR375: calls of different media processes are merged when no number rings in them any more', async () => {
  await using started = await startTwoCalls({ mediaProcesses: 2 })
  const { first, second, phone, ada, provider } = started
  const to = '+12125552370'
  await phone.as(ada).post(`/calls/${second.id}/participants`, { to, from: '+12125552367' })
  const third = await provider.nextCall()
  await third.ring()

  const refused = await started.merge(first.id, second.id)
  await third.answer()
  third.play(createSine(900, 8_000))
  await second.browser.waitForCall(second.id, ({ legs }) =>
    legs.some(({ number, state }) => number === to && state === 'joined'),
  )
  const merged = await started.merge(first.id, second.id)

  expect([refused.status, refused.body.code]).toEqual([409, 'CALLS_NOT_MERGEABLE'])
  expect(merged.status).toBe(200)
  await Promise.all([first.far.receivesTone(900), third.receivesTone(500)])
})

test('ZR375: calls of one media process are merged while a number rings, which joins when it answers', async () => {
  await using started = await startTwoCalls()
  const { first, second, phone, ada, provider } = started
  await phone.as(ada).post(`/calls/${second.id}/participants`, { to: '+12125552370', from: '+12125552367' })
  const third = await provider.nextCall()
  await third.ring()

  expect((await started.merge(first.id, second.id)).status).toBe(200)
  await third.answer()
  third.play(createSine(900, 8_000))

  await Promise.all([first.far.receivesTone(900), third.receivesTone(500)])
})
