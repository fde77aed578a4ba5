import type { Call } from '@parley/contract/phone'
import { sleep, waitUntil } from '@parley/primitives'
import { createSine, detectTones } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { findTones } from '../testing/find-tones.ts'
import { override } from '../testing/override.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [caller, target] = ['+12125552368', '+12125552369']

/** Starts an answered call of a user to a telephone that sends 500 Hz. The user sends 1,100 Hz. */
async function startCall(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const fields = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: ['+12125552367'] }
  expect((await phone.as(ada).post('/trunks', fields)).status).toBe(201)
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call(caller, { from: '+12125552367' })
  const far = await provider.nextCall()
  await far.answer()
  far.play(createSine(500, 8_000))
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  browser.say(1_100)
  await far.receivesTone(1_100)
  const as = phone.as(ada)
  return {
    phone,
    ada,
    browser,
    id,
    far,
    provider,
    as,
    transfer: (mode: 'blind' | 'attended', to: string = target) =>
      as.post(`/calls/${id}/transfer`, { to, mode, from: '+12125552367' }),
    end: (how: 'complete' | 'cancel' | 'join') => as.post(`/calls/${id}/transfer/${how}`, {}),
    read: async () => (await as.get(`/calls/${id}`)).body,
    countSlots: async () =>
      (await phone.database.pool.query('select slot_ids from phone.calling_limits')).rows[0].slot_ids.length,
    listTimers: async () =>
      (
        await phone.database.pool.query(
          'select name from phone.call_timers where call_id = $1 order by name',
          [id],
        )
      ).rows.map(({ name }) => name.split(' ')[0]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Answers a call with a telephone that sends 700 Hz. */
async function answerTarget({ provider }: Awaited<ReturnType<typeof startCall>>) {
  const other = await provider.nextCall()
  await other.answer()
  other.play(createSine(700, 8_000))
  return other
}

const hasLeftTarget = ({ transfer, legs }: Call) =>
  transfer === null && legs.some(({ number, state }) => number === target && state === 'left')

type Telephone = Awaited<ReturnType<typeof answerTarget>>

/** Checks that a telephone receives none of these tones for a second. */
async function receivesNone(telephone: Telephone, tones: readonly number[]): Promise<void> {
  const list = (lastMs: number) => detectTones(telephone.receivedAudio(lastMs), tones, 8_000)
  await waitUntil('the tones have ended', () => list(400).length === 0)
  await sleep(1_000)
  expect(list(1_000)).toEqual([])
}

async function hasEnded({ events }: Telephone): Promise<void> {
  await waitUntil('the telephone call has ended', () => events.some(({ type }) => type === 'ended'))
}

const findOwnLeg = ({ legs }: { legs: { kind: string; state: string }[] }) =>
  legs.find(({ kind }) => kind === 'browser')

test('ZR180: after a blind transfer the user has left, and the others talk to each other', async () => {
  await using call = await startCall()

  const { status, body } = await call.transfer('blind')
  const other = await answerTarget(call)

  expect([status, body.transfer.stage, findOwnLeg(body)?.state]).toEqual([200, 'dialing', 'left'])
  await Promise.all([call.far.receivesTone(700, [1_100]), other.receivesTone(500, [1_100])])
  expect(await call.read()).toMatchObject({
    phase: 'talking',
    transfer: { stage: 'completed', number: target, userId: call.ada.id },
  })
  await expect.poll(call.countSlots).toBe(2)

  await other.hangUp()
  expect((await call.browser.next('call.ended')).call).toMatchObject({
    id: call.id,
    endReason: 'other-hung-up',
  })
  await expect.poll(call.countSlots).toBe(0)
})

/** Guarantee (ZR541): a call that continues without a user ends, as after a transfer. */
test('ZR541: the only user of a call leaves two telephones connected, for a limited time', async () => {
  await using call = await startCall()
  expect((await call.end('complete')).body.code).toBe('NO_TRANSFER')
  const added = { to: target, from: '+12125552367' }
  expect((await call.as.post(`/calls/${call.id}/participants`, added)).status).toBe(201)
  const other = await answerTarget(call)
  await other.receivesTone(500)

  const { status, body } = await call.end('complete')

  expect([status, body.transfer.stage, findOwnLeg(body)?.state]).toEqual([200, 'completed', 'left'])
  await Promise.all([call.far.receivesTone(700, [1_100]), other.receivesTone(500, [1_100])])
  expect(await call.listTimers()).toContain('without-user')
  await other.hangUp()
  expect((await call.browser.next('call.ended')).call.endReason).toBe('other-hung-up')
})

test('a call that has continued for too long without a member ends, and says so', async () => {
  // The timers of the call are checked each second.
  await using call = await startCall({ reservationSeconds: 1 })
  await call.transfer('blind')
  const other = await answerTarget(call)
  await other.receivesTone(500)

  await call.phone.database.pool.query(
    "update phone.call_timers set due_at = now() where name = 'without-user'",
  )

  expect((await call.browser.next('call.ended')).call.endReason).toBe('without-member')
  await Promise.all([hasEnded(call.far), hasEnded(other)])
})

test('ZR181: a blind transfer that is not answered rings for the user again, who talks to the caller', async () => {
  await using call = await startCall()
  await call.transfer('blind')
  const other = await call.provider.nextCall()
  other.refuse(486)

  const returned = await call.browser.next('call.incoming', (message) => message.call.id === call.id)
  expect(returned.call).toMatchObject({ phase: 'on-hold', transfer: { stage: 'returning', number: target } })
  expect(await call.listTimers()).toEqual(['ringing', 'time-limit', 'without-user'])
  await call.browser.answer(call.id)
  call.browser.say(1_100)

  await call.browser.waitForCall(call.id, ({ phase, transfer, legs }) => {
    const users = legs.filter(({ kind }) => kind === 'browser')
    return phase === 'talking' && transfer === null && users.length === 2
  })
  await call.far.receivesTone(1_100)
  expect(await call.listTimers()).toEqual(['time-limit'])
  await expect.poll(call.countSlots).toBe(1)
})

test('ZR181: a returned call that the user does not answer ends', async () => {
  await using call = await startCall({ ringTimeoutMs: 5_000 })
  await call.transfer('blind')
  ;(await call.provider.nextCall()).refuse(486)

  const ended = await call.browser.next('call.ended')
  expect(ended.call).toMatchObject({ id: call.id, endReason: 'no-answer' })
  expect([await call.countSlots(), await call.listTimers()]).toEqual([0, []])
})

test('ZR181: a returned call rings only for the user who transferred it, and ends when they decline it', async () => {
  await using call = await startCall()
  const grace = call.phone.accounts.addUser('Grace', call.ada.teamIds, call.ada.teamIds)
  await call.transfer('blind')
  ;(await call.provider.nextCall()).refuse(486)
  await call.browser.next('call.incoming', (message) => message.call.id === call.id)

  const body = { handsetId: crypto.randomUUID() }
  const refused = await call.phone.as(grace).post(`/calls/${call.id}/answer`, body)
  const stranger = await call.phone.as(call.phone.signUp('Linus')).post(`/calls/${call.id}/answer`, body)
  const { status } = await call.as.post(`/calls/${call.id}/decline`, {})

  expect([refused.body.code, stranger.body.code, status]).toEqual(['CALL_ELSEWHERE', 'CALL_NOT_FOUND', 200])
  expect((await call.browser.next('call.ended')).call).toMatchObject({ id: call.id, endReason: 'declined' })
})

test('ZR182: during a consultation the caller hears music only, and no one hears the caller', async () => {
  await using call = await startCall()
  const { body } = await call.transfer('attended')
  const other = await answerTarget(call)
  await other.receivesTone(1_100, [500])
  await call.browser.waitForTone(700)

  expect(body.transfer.stage).toBe('consulting')
  await receivesNone(call.far, [700, 1_100])
  await receivesNone(other, [500])
  // A hold of the consultation does not release the caller.
  await call.as.put(`/calls/${call.id}/on-hold`, { onHold: true })
  await call.as.put(`/calls/${call.id}/on-hold`, { onHold: false })
  await other.receivesTone(1_100, [500])
  await receivesNone(call.far, [700, 1_100])
})

/** Guarantee: no frame of a consultation reaches a participant who is not part of it, also not one who joins later. */
test('ZR298: numbers that answer during a consultation hear music, and talk to the others afterwards', async () => {
  await using call = await startCall()
  const add = (to: string) => call.as.post(`/calls/${call.id}/participants`, { to, from: '+12125552367' })
  expect((await add('+12125552370')).status).toBe(201)
  const before = await call.provider.nextCall()
  await before.ring()
  await call.transfer('attended')
  const consulted = await answerTarget(call)
  await consulted.receivesTone(1_100)
  expect((await add('+12125552371')).status).toBe(201)
  const during = await call.provider.nextCall()

  for (const far of [before, during]) await far.answer()
  before.play(createSine(900, 8_000))
  during.play(createSine(1_300, 8_000))
  await Promise.all([before.receivesSpeech(), during.receivesSpeech()])
  await receivesNone(before, [700, 1_100])
  await receivesNone(during, [700, 1_100])
  await receivesNone(consulted, [500, 900, 1_300])
  await receivesNone(call.far, [700, 900, 1_100, 1_300])
  for (const far of [before, during]) expect(findTones(far, [700, 1_100])).toEqual([])

  expect((await call.end('cancel')).status).toBe(200)
  await Promise.all([before.receivesTone(1_100), during.receivesTone(1_100), call.browser.waitForTone(900)])
})

test('ZR182: an attended transfer is completed: the user leaves, and the others talk', async () => {
  await using call = await startCall()
  await call.transfer('attended')
  const other = await answerTarget(call)
  await other.receivesTone(1_100)

  const { status, body } = await call.end('complete')

  expect([status, body.transfer.stage, findOwnLeg(body)?.state]).toEqual([200, 'completed', 'left'])
  await Promise.all([call.far.receivesTone(700, [1_100]), other.receivesTone(500, [1_100])])
})

test.each(['before', 'after'] as const)(
  'a number that is on hold when the transfer is completed, %s its answer, talks to the others',
  async (when) => {
    await using call = await startCall()
    await call.transfer('attended')
    const other = await call.provider.nextCall()
    const answer = async () => {
      await other.answer()
      other.play(createSine(700, 8_000))
    }
    if (when === 'after') await answer()

    expect((await call.as.put(`/calls/${call.id}/on-hold`, { onHold: true })).status).toBe(200)
    expect((await call.end('complete')).status).toBe(200)
    if (when === 'before') await answer()

    await Promise.all([call.far.receivesTone(700, [1_100]), other.receivesTone(500, [1_100])])
  },
)

test('an attended transfer that is completed before the answer returns when it is not answered', async () => {
  await using call = await startCall()
  await call.transfer('attended')
  const other = await call.provider.nextCall()
  expect((await call.end('complete')).body.transfer.stage).toBe('dialing')

  other.refuse(486)

  await call.browser.next('call.incoming', (message) => message.call.id === call.id)
})

test('a user returns from a consultation to the caller', async () => {
  await using call = await startCall()
  await call.transfer('attended')
  const other = await answerTarget(call)
  await other.receivesTone(1_100)

  const { body } = await call.end('cancel')

  expect(body).toMatchObject({ phase: 'talking', transfer: null })
  await Promise.all([call.far.receivesTone(1_100), hasEnded(other)])
  await expect.poll(call.countSlots).toBe(1)
})

test('a consulted number is added to the call', async () => {
  await using call = await startCall()
  await call.transfer('attended')
  const other = await answerTarget(call)
  await other.receivesTone(1_100)

  const { body } = await call.end('join')

  expect(body).toMatchObject({ phase: 'talking', transfer: null })
  await Promise.all([call.far.receivesTone(700), call.far.receivesTone(1_100), other.receivesTone(500)])
})

test('a consultation ends when the number hangs up, and the caller stays on hold', async () => {
  await using call = await startCall()
  await call.transfer('attended')
  const other = await answerTarget(call)
  await other.receivesTone(1_100)
  await other.hangUp()

  const { phase } = await call.browser.waitForCall(call.id, hasLeftTarget)
  expect(phase).toBe('on-hold')
  expect((await call.end('complete')).body.code).toBe('NO_TRANSFER')
})

test('a recording is paused during a consultation', async () => {
  await using call = await startCall()
  await call.as.post(`/calls/${call.id}/recording/start`, {})
  await call.browser.waitForCall(call.id, ({ recordingState }) => recordingState === 'on')

  expect((await call.transfer('attended')).body.recordingState).toBe('paused')
  const other = await answerTarget(call)
  await other.receivesTone(1_100)
  expect((await call.end('cancel')).body.recordingState).toBe('on')
})

/** Guarantee: what a user keeps from a recording, such as card data, is not recorded. */
test.each(['cancel', 'join', 'complete'] as const)(
  'ZR526: a recording that its user pauses during a consultation stays paused after its end: %s',
  async (end) => {
    await using call = await startCall()
    await call.as.post(`/calls/${call.id}/recording/start`, {})
    await call.browser.waitForCall(call.id, ({ recordingState }) => recordingState === 'on')
    await call.transfer('attended')
    const other = await answerTarget(call)
    await other.receivesTone(1_100)
    expect((await call.read()).transfer.resumesRecording).toBe(true)
    const { status, body } = await call.as.post(`/calls/${call.id}/recording/pause`, {})
    expect([status, body.transfer.resumesRecording]).toEqual([200, false])

    await call.end(end)

    const { rows } = await call.phone.database.pool.query('select state from phone.calls where id = $1', [
      call.id,
    ])
    expect(rows[0].state.recordingState).toBe('paused')
  },
)

test('ZR183: a transfer has the limits of a dialled call, and a refused one leaves the call as it was', async () => {
  await using call = await startCall()
  const refusals = [
    [(await call.transfer('blind', '911')).body.code, 'EMERGENCY_NUMBER'],
    [(await call.transfer('blind', '+1 900 555 0100')).body.code, 'PREMIUM_NUMBER'],
    [(await call.transfer('blind', '+49 30 901820')).body.code, 'COUNTRY_NOT_ALLOWED'],
    [(await call.transfer('blind', 'hello')).body.code, 'NUMBER_NOT_UNDERSTOOD'],
  ]
  await call.phone.as(call.ada).put('/limits', { ...(await call.as.get('/limits')).body, concurrentCalls: 1 })
  refusals.push([(await call.transfer('blind')).body.code, 'CALL_LIMIT_CONCURRENT'])

  for (const [code, expected] of refusals) expect(code).toBe(expected)
  expect(await call.read()).toMatchObject({ phase: 'talking', transfer: null })
  await call.far.receivesTone(1_100)
})

test('a transfer that is rejected resumes the recording and reports why, also when no hold can be ended', async () => {
  let isBroken = false
  await using call = await startCall({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      return override(conference, {
        async setOnHold(legId, state) {
          if (isBroken && state === 'released') throw new Error('The engine is broken.')
          await conference.setOnHold(legId, state)
        },
      })
    },
  }))
  await call.as.post(`/calls/${call.id}/recording/start`, {})
  await call.browser.waitForCall(call.id, ({ recordingState }) => recordingState === 'on')
  await call.as.put('/limits', { ...(await call.as.get('/limits')).body, concurrentCalls: 1 })
  isBroken = true

  expect((await call.transfer('blind')).body.code).toBe('CALL_LIMIT_CONCURRENT')

  expect(await call.read()).toMatchObject({ transfer: null, recordingState: 'on' })
})

test('ZR183: only a participant transfers a call, once at a time', async () => {
  await using call = await startCall()
  const grace = call.phone.accounts.addUser('Grace', call.ada.teamIds, call.ada.teamIds)
  const path = `/calls/${call.id}/transfer`
  const blind = { to: target, mode: 'blind' }
  const codes = [
    (await call.phone.as(grace).post(path, blind)).body.code,
    (await call.phone.as(call.phone.signUp('Linus')).post(path, blind)).body.code,
  ]
  const both = await Promise.all([call.transfer('attended'), call.transfer('attended')])

  expect(codes).toEqual(['NOT_IN_CALL', 'CALL_NOT_FOUND'])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('TRANSFER_IN_PROGRESS')
})

test('a caller who hangs up during a transfer ends the call at the number, too', async () => {
  await using call = await startCall()
  await call.transfer('blind')
  const other = await call.provider.nextCall()
  await call.far.hangUp()

  await hasEnded(other)
  expect((await call.browser.next('call.ended')).call).toMatchObject({
    id: call.id,
    endReason: 'other-hung-up',
  })
})
