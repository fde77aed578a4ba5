import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { delayAnnouncementEnds } from '../testing/delay-announcements.ts'
import { hasRecordedSound } from '../testing/has-recorded-sound.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, customer] = ['+12125552368', '+12125550187']

/** Starts a phone with two silent users, of whom one can dial the other and customers, who send a tone. */
async function startUsers(workspace: 'same' | 'other' = 'same') {
  const stack = new AsyncDisposableStack()
  const announcements = delayAnnouncementEnds()
  const { phone, provider, ada, api } = stack.use(await startPhoneWithTrunk({}, {}, announcements.wrap))
  const grace =
    workspace === 'same' ? phone.accounts.addUser('Grace', [...ada.teamIds]) : phone.signUp('Grace')
  const asGrace = phone.as(grace)
  const atAda = stack.use(await openBrowser(phone, ada))
  const atGrace = stack.use(await openBrowser(phone, grace))
  const personal: string = (await asGrace.get('/me')).body.numbers.find(
    ({ number }: { number: string }) => number !== own,
  ).number
  const answerAsGrace = async () => {
    const { call } = await atGrace.next('call.incoming')
    await atGrace.answer(call.id)
    await atGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
    return call.id
  }
  const answerAsCustomer = async () => {
    const far = await provider.nextCall()
    await far.answer()
    far.play(createSine(700, 8_000))
    return far
  }
  return {
    phone,
    ada,
    api,
    asGrace,
    announcements,
    atAda,
    atGrace,
    callGrace: async () => {
      const { id } = await atAda.call(personal)
      return { id, idOfGrace: await answerAsGrace() }
    },
    callCustomer: async () => {
      const browser = stack.use(await openBrowser(phone, ada))
      const { id } = await browser.call(customer, { from: own })
      const far = await answerAsCustomer()
      await browser.waitForCall(id, ({ phase }) => phase === 'talking')
      return { id, far }
    },
    /** Records the call of Grace, and resolves when its participants have heard the announcement. */
    recordAsGrace: async (id: string) => {
      expect((await asGrace.post(`/calls/${id}/recording/start`, {})).status).toBe(200)
      ;(await announcements.next(2)).end()
      await atGrace.waitForCall(id, ({ recordingState }) => recordingState === 'on')
    },
    /** Records the call of Ada, and resolves when its participants have heard the announcement. */
    recordAsAda: async (id: string) => {
      expect((await api.post(`/calls/${id}/recording/start`, {})).status).toBe(200)
      ;(await announcements.next(2)).end()
      await expect.poll(async () => (await api.get(`/calls/${id}`)).body.recordingState).toBe('on')
    },
    readState: async (id: string) => (await asGrace.get(`/calls/${id}`)).body.recordingState,
    provider,
    personal,
    answerAsGrace,
    answerAsCustomer,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Users = Awaited<ReturnType<typeof startUsers>>
type Far = Awaited<ReturnType<Users['provider']['nextCall']>>

/** Connects a customer with a recorded call, in which Ada takes part with her own. */
const ways = {
  added: async (users: Users) => {
    const { id, idOfGrace } = await users.callGrace()
    await users.recordAsGrace(idOfGrace)
    await users.api.post(`/calls/${id}/participants`, { to: customer, from: own })
    return { idOfGrace, far: await users.answerAsCustomer() }
  },
  merged: async (users: Users) => {
    const { id, idOfGrace } = await users.callGrace()
    const other = await users.callCustomer()
    await users.recordAsGrace(idOfGrace)
    expect((await users.api.post(`/calls/${id}/merge`, { call: other.id })).status).toBe(200)
    return { idOfGrace, far: other.far }
  },
  transferred: async (users: Users) => {
    const { id, far } = await users.callCustomer()
    const body = { to: users.personal, mode: 'attended' }
    expect((await users.api.post(`/calls/${id}/transfer`, body)).status).toBe(200)
    const idOfGrace = await users.answerAsGrace()
    await users.recordAsGrace(idOfGrace)
    expect((await users.api.post(`/calls/${id}/transfer/complete`, {})).status).toBe(200)
    return { idOfGrace, far }
  },
}

/** Guarantee: who is connected with a recorded call through a member hears the announcement first. */
test.each([
  ['added', 'same'],
  ['merged', 'same'],
  ['transferred', 'same'],
  ['added', 'other'],
] as const)(
  'ZR700: a customer who is %s in the linked call of a member hears the announcement before being recorded by another member (%s workspace)',
  async (way, workspace) => {
    await using users = await startUsers(workspace)

    const { idOfGrace, far } = await ways[way](users)
    await users.atGrace.waitForTone(700)
    await far.receivesSpeech()
    const announcement = await users.announcements.next(1)
    const hadSound = await hasRecordedSound(users.phone)
    announcement.end()

    await expect.poll(() => hasRecordedSound(users.phone), { timeout: 5_000 }).toBe(true)
    expect(hadSound).toBe(false)
    expect((await users.asGrace.get(`/calls/${idOfGrace}`)).body.recordingState).toBe('on')
  },
)

test('ZR700: a recording continues when the customer who has not heard the announcement has left', async () => {
  await using users = await startUsers()
  const { far } = await ways.added(users)
  await users.atGrace.waitForTone(700)

  await far.hangUp()
  users.atAda.say(1_100)

  await expect.poll(() => hasRecordedSound(users.phone), { timeout: 5_000 }).toBe(true)
})

test('ZR703: a member who pauses the recording pauses those of the workspace in linked calls, and resumes them', async () => {
  await using users = await startUsers()
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsGrace(idOfGrace)
  await users.api.post(`/calls/${id}/recording/start`, {})
  ;(await users.announcements.next(2)).end()
  await users.atAda.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  const readState = async () => (await users.asGrace.get(`/calls/${idOfGrace}`)).body.recordingState

  expect((await users.api.post(`/calls/${id}/recording/pause`, {})).status).toBe(200)
  expect(await readState()).toBe('paused')
  expect((await users.api.post(`/calls/${id}/recording/resume`, {})).status).toBe(200)
  expect(await readState()).toBe('on')

  await users.asGrace.post(`/calls/${idOfGrace}/recording/pause`, {})
  await users.api.post(`/calls/${id}/recording/resume`, {})
  expect(await readState()).toBe('paused')
})

/** Guarantee: who pauses a recording, to hear the number of a card, is recorded by no colleague who is connected. */
test('ZR786: the pause of a member applies to a linked recording that is paused by a consultation, also after its end', async () => {
  await using users = await startUsers()
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsGrace(idOfGrace)
  await users.recordAsAda(id)
  const change = async (path: string, body = {}) =>
    expect((await users.asGrace.post(`/calls/${idOfGrace}/transfer${path}`, body)).status).toBe(200)
  await change('', { to: customer, mode: 'attended', from: own })
  await users.answerAsCustomer()
  expect(await users.readState(idOfGrace)).toBe('paused')

  await users.api.post(`/calls/${id}/recording/pause`, {})
  await change('/cancel')
  expect(await users.readState(idOfGrace)).toBe('paused')
  await users.api.post(`/calls/${id}/recording/resume`, {})
  expect(await users.readState(idOfGrace)).toBe('on')
})

test('ZR786: neither a consultation of a member nor its end pauses or resumes the recording of another one', async () => {
  await using users = await startUsers()
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsGrace(idOfGrace)
  await users.recordAsAda(id)

  const body = { to: customer, mode: 'attended', from: own }
  expect((await users.api.post(`/calls/${id}/transfer`, body)).status).toBe(200)
  await users.answerAsCustomer()
  expect((await users.api.post(`/calls/${id}/transfer/cancel`, {})).status).toBe(200)
  await users.atAda.waitForCall(id, ({ recordingState }) => recordingState === 'on')

  expect(await users.readState(idOfGrace)).toBe('on')
})

test('ZR786: a linked recording that is announced during the pause of a member begins paused, until either resumes it', async () => {
  await using users = await startUsers()
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsAda(id)
  await users.asGrace.post(`/calls/${idOfGrace}/recording/start`, {})
  const announcement = await users.announcements.next(2)
  await users.api.post(`/calls/${id}/recording/pause`, {})

  announcement.end()
  await users.atGrace.waitForCall(idOfGrace, ({ recordingState }) => recordingState === 'paused')
  await users.asGrace.post(`/calls/${idOfGrace}/recording/resume`, {})
  await users.api.post(`/calls/${id}/participants`, { to: customer, from: own })
  await users.answerAsCustomer()
  await users.atGrace.waitForTone(700)
  expect(await users.readState(idOfGrace)).toBe('on')
})

test('ZR786: a paused call that is connected with a recorded one by a merge pauses its recording', async () => {
  await using users = await startUsers()
  const paused = await users.callCustomer()
  await users.recordAsAda(paused.id)
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsGrace(idOfGrace)
  await users.api.post(`/calls/${paused.id}/recording/pause`, {})
  expect(await users.readState(idOfGrace)).toBe('on')

  expect((await users.api.post(`/calls/${paused.id}/merge`, { call: id })).status).toBe(200)

  await users.atGrace.waitForCall(idOfGrace, ({ recordingState }) => recordingState === 'paused')
  await users.api.post(`/calls/${paused.id}/recording/resume`, {})
  await users.atGrace.waitForCall(idOfGrace, ({ recordingState }) => recordingState === 'on')
})

/** Guarantee: a caller of another workspace silences no recording by a number that does not answer or does not listen. */
test.each([
  ['rings with early media', async (far: Far) => await far.sendEarlyMedia()],
  [
    'holds the call and sends its audio',
    async (far: Far) => {
      await far.answer()
      await far.offer('sendonly')
    },
  ],
] as const)(
  'ZR787: a number that %s in a linked call is neither recorded nor silences the recording',
  async (_, begin) => {
    await using users = await startUsers('other')
    const { id, idOfGrace } = await users.callGrace()
    await users.recordAsGrace(idOfGrace)
    await users.api.post(`/calls/${id}/participants`, { to: customer, from: own })
    const far = await users.provider.nextCall()
    await begin(far)
    far.play(createSine(700, 8_000))
    await users.atAda.waitForTone(700)
    const hadSound = await hasRecordedSound(users.phone)

    users.atAda.say(1_100)

    await users.atGrace.waitForTone(1_100, [700])
    await expect.poll(() => hasRecordedSound(users.phone), { timeout: 5_000 }).toBe(true)
    expect(hadSound).toBe(false)
    expect(await users.readState(idOfGrace)).toBe('on')
  },
)

test('ZR703: a member of another workspace does not pause the recording', async () => {
  await using users = await startUsers('other')
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsGrace(idOfGrace)
  await users.api.post(`/calls/${id}/recording/start`, {})
  ;(await users.announcements.next(2)).end()
  await users.atAda.waitForCall(id, ({ recordingState }) => recordingState === 'on')

  expect((await users.api.post(`/calls/${id}/recording/pause`, {})).status).toBe(200)

  expect((await users.asGrace.get(`/calls/${idOfGrace}`)).body.recordingState).toBe('on')
})

test('ZR701: the recording of a linked call ends when the emergency service is connected with it', async () => {
  await using users = await startUsers()
  const { api, phone } = users
  const { body } = await api.get('/trunks')
  const route = { trunkId: body.items[0].id, address: '12 Baker Street, Springfield', testNumber: '933' }
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const { id, idOfGrace } = await users.callGrace()
  await users.recordAsGrace(idOfGrace)
  await using browser = await openBrowser(phone, users.ada)
  const emergency = await browser.call('911')
  await users.answerAsCustomer()
  await browser.waitForCall(emergency.id, ({ phase }) => phase === 'talking')

  expect((await api.post(`/calls/${id}/merge`, { call: emergency.id })).status).toBe(200)
  await users.atGrace.waitForTone(700)

  await users.atGrace.waitForCall(idOfGrace, ({ recordingState }) => recordingState === 'stopped')
  expect(await hasRecordedSound(phone)).toBe(false)
})
