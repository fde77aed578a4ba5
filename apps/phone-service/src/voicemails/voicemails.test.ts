import { required, sleep, waitUntil } from '@parley/primitives'
import { createSine, detectTones, readWav } from '@parley/rtp'
import type { TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createTone } from '../testing/create-tone.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const groupId = '00000000-0000-4000-8000-0000000000d1'
const toneHz = 1_000
const voiceHz = 500
const hangUp = { kind: 'hang-up' }
const toVoicemail = { kind: 'voicemail' }

/** Starts a phone whose trunk belongs to Ada's workspace, of which Grace is a member. Linus has another one. */
async function startBakery(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.signUp('Linus')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  return { phone, ada, grace, linus, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Leads all calls to the numbers of the workspace to its voicemail. */
async function routeToVoicemail(phone: TestPhone, user: FakeUser): Promise<void> {
  const route = { number: null, openingHoursId: null, open: toVoicemail, closed: hangUp, unanswered: hangUp }
  const configuration = { groups: [], openingHours: [], routes: [route] }
  expect((await phone.as(user).put('/routing', { version: 0, configuration })).status).toBe(200)
}

/** Leaves a message of a tone after the greeting, and ends the call when it has been stored. */
async function leaveMessage(far: TestCall): Promise<void> {
  await far.next('answered')
  await far.receivesSpeech()
  await far.receivesTone(toneHz)
  far.play(createSine(voiceHz, 8_000))
  await sleep(2_500)
  await far.hangUp()
}

async function waitForMessages(phone: Pick<TestPhone, 'as'>, user: FakeUser, count = 1) {
  return await waitUntil('the message is listed', async () => {
    const { body } = await phone.as(user).get('/voicemails')
    return body.items.length === count && body.items
  })
}

async function getOwnNumber(phone: TestPhone, user: FakeUser): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}

async function waitForStage(phone: TestPhone, stage: 'tone' | 'message'): Promise<void> {
  await waitUntil(`the voicemail is at its ${stage}`, async () => {
    const { rows } = await phone.database.pool.query(
      "select 1 from phone.calls where phase <> 'ended' and state->'voicemail'->>'stage' = $1",
      [stage],
    )
    return rows.length === 1
  })
}

test('ZR210: a caller hears the greeting and the tone, and only what they say afterwards is recorded', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await routeToVoicemail(phone, ada)

  await leaveMessage(await trunk.callIn())
  const [message] = await waitForMessages(phone, ada)

  expect(message).toMatchObject({
    mailbox: 'workspace',
    dealtWith: null,
    call: { endReason: 'voicemail', answeredAt: null, number: '+15550142' },
  })
  expect(message.durationMs).toBeGreaterThan(1_500)
  const link = await phone.requestAudio(grace, `/calls/${message.call.id}/audio-links`)
  const audio = Buffer.from(await (await link.get(link.url)).arrayBuffer())
  const { pcm, sampleRate } = required(readWav(audio), 'a WAV file')
  expect(sampleRate).toBe(8_000)
  const middle = pcm.subarray(Math.floor(pcm.length / 3), Math.floor((pcm.length * 2) / 3))
  expect(detectTones(middle, [voiceHz, toneHz], 8_000)).toEqual([voiceHz])
  expect(detectTones(pcm.subarray(0, 2_000), [toneHz], 8_000)).toEqual([])
  expect((await phone.as(ada).get('/calls/missed/count')).body.count).toBe(1)
})

test('after a number that does not answer, the greeting is heard before the tone', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  const as = phone.as(ada)
  const greetingHz = 700
  const { body } = await as.post('/announcements', { name: 'Closed', audio: createTone(greetingHz) })
  const open = { kind: 'number', number: '+12125552390' }
  const unanswered = { kind: 'voicemail', announcementId: body.id }
  const route = { number: null, openingHoursId: null, open, closed: hangUp, unanswered }
  const configuration = { groups: [], openingHours: [], routes: [route] }
  expect((await as.put('/routing', { version: 0, configuration })).status).toBe(200)

  const far = await trunk.callIn()
  ;(await trunk.nextCall()).refuse(486)
  await far.receivesTone(greetingHz)

  const { rows } = await phone.database.pool.query(
    "select data->'voicemail'->>'stage' as stage from phone.call_events where type = 'voicemail'",
  )
  expect(rows).toEqual([{ stage: 'greeting' }])
  await far.receivesTone(toneHz)
})

/** Guarantee (ZR211): no administrator hears a message for a member. */
test('ZR211: only the owner of a personal number reads, hears, marks and deletes its messages', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus } = bakery
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  const number = await getOwnNumber(phone, grace)
  await using caller = await openBrowser(phone, linus)
  const { id } = await caller.call(number)
  await caller.waitForCall(id, ({ phase }) => phase === 'talking')
  await waitForStage(phone, 'message')
  await sleep(1_500)
  await phone.as(linus).post(`/calls/${id}/hang-up`, {})
  const [message] = await waitForMessages(phone, grace)
  const callId = message.call.id

  expect(message.mailbox).toBe('own')
  expect((await phone.as(grace).get(`/calls/${callId}`)).body.voicemail).toEqual({
    mailbox: 'own',
    durationMs: message.durationMs,
    dealtWith: null,
  })
  expect((await phone.as(grace).get('/voicemails/count')).body).toEqual({ new: 1 })
  for (const other of [ada, linus]) {
    const as = phone.as(other)
    expect((await as.get('/voicemails')).body.items).toEqual([])
    expect((await as.get(`/calls/${callId}`)).body.voicemail ?? null).toBeNull()
    expect((await as.get('/voicemails/count')).body).toEqual({ new: 0 })
    expect((await as.put(`/voicemails/${callId}/dealt-with`, { isDealtWith: true })).status).toBe(404)
    expect((await as.delete(`/voicemails/${callId}`)).status).toBe(404)
    expect((await as.post(`/calls/${callId}/audio-links`, {})).status).toBe(404)
    expect((await as.post(`/recordings/${message.call.recordings[0].id}/links`, {})).status).toBe(404)
    expect((await as.delete(`/calls/${callId}/recordings`)).status).toBe(404)
  }
  expect((await phone.as(grace).post(`/calls/${callId}/audio-links`, {})).status).toBe(201)
  expect((await phone.as(grace).delete(`/voicemails/${callId}`)).status).toBe(200)
  expect((await phone.as(grace).get('/voicemails')).body.items).toEqual([])
  expect((await phone.as(grace).post(`/calls/${callId}/audio-links`, {})).status).toBe(404)
  const deletions = (await listAuditEntries(phone)).filter(({ action }) => action === 'voicemail.deleted')
  expect(deletions).toMatchObject([{ actor_id: grace.id, subject_id: callId, outcome: 'success' }])
})

/** Starts a call to Grace, who is online, and returns it when it rings for her. */
async function callGrace({ phone, grace, linus }: Awaited<ReturnType<typeof startBakery>>) {
  const stack = new AsyncDisposableStack()
  const browser = stack.use(await openBrowser(phone, grace))
  const caller = stack.use(await openBrowser(phone, linus))
  const { id } = await caller.call(await getOwnNumber(phone, grace))
  const { call } = await browser.next('call.incoming')
  return { browser, caller, callerId: id, callId: call.id, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('a call that its user declines is answered by their voicemail, and rings no longer', async () => {
  await using bakery = await startBakery()
  const { phone, grace } = bakery
  await using call = await callGrace(bakery)

  await phone.as(grace).post(`/calls/${call.callId}/decline`, {})
  await call.caller.waitForCall(call.callerId, ({ phase }) => phase === 'talking')

  expect(await call.browser.next('call.stopped-ringing')).toMatchObject({ callId: call.callId })
  const answer = await phone
    .as(grace)
    .post(`/calls/${call.callId}/answer`, { handsetId: '00000000-0000-4000-8000-000000000001' })
  expect([answer.status, answer.body.code]).toEqual([409, 'CALL_ELSEWHERE'])
  expect((await phone.as(grace).get('/calls/active')).body.items).toEqual([])
})

test('voicemail that its user has turned off answers no call', async () => {
  await using bakery = await startBakery()
  const { phone, grace } = bakery
  expect((await phone.as(grace).patch('/me/settings', { voicemail: 'off' })).status).toBe(200)
  await using call = await callGrace(bakery)

  await phone.as(grace).post(`/calls/${call.callId}/decline`, {})

  expect((await call.browser.next('call.ended')).call.endReason).toBe('declined')
})

test('voicemail answers immediately for a user who does not want to be disturbed', async () => {
  await using bakery = await startBakery()
  const { phone, grace, linus } = bakery
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  await using caller = await openBrowser(phone, linus)

  const { id } = await caller.call(await getOwnNumber(phone, grace))

  await caller.waitForCall(id, ({ phase }) => phase === 'talking')
})

test('a key ends the greeting, and the message', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await routeToVoicemail(phone, ada)
  const far = await trunk.callIn()
  await far.next('answered')
  await far.receivesSpeech()

  far.press('#')
  await far.receivesTone(toneHz)
  await waitForStage(phone, 'message')
  await sleep(1_500)
  far.press('#')

  await far.next('ended')
  const [message] = await waitForMessages(phone, ada)
  expect(message.call.endReason).toBe('voicemail')
})

test('a caller who hangs up during the greeting or right after the tone leaves no message', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await routeToVoicemail(phone, ada)
  for (const isEarly of [true, false]) {
    const far = await trunk.callIn()
    await far.next('answered')
    await far.receivesSpeech()
    if (!isEarly) await waitForStage(phone, 'message')
    await far.hangUp()
    await waitUntil('the call has ended', async () => {
      const { rows } = await phone.database.pool.query("select 1 from phone.calls where phase <> 'ended'")
      return rows.length === 0
    })
  }

  const { body } = await phone.as(ada).get('/calls')
  expect(body.items.map(({ endReason }: { endReason: string }) => endReason)).toEqual(['missed', 'missed'])
  expect((await phone.as(ada).get('/voicemails')).body.items).toEqual([])
})

test('ZR212: a message is kept when the service stops while it is recorded', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await routeToVoicemail(phone, ada)
  const far = await trunk.callIn()
  await waitForStage(phone, 'message')
  far.play(createSine(voiceHz, 8_000))
  await sleep(2_000)

  await phone.service[Symbol.asyncDispose]()
  await using again = await restartPhone(phone)

  const [message] = await waitForMessages(again, ada)
  expect(message.durationMs).toBeGreaterThan(1_000)
})

test('ZR213: of users who mark a message at the same time, one is named', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await routeToVoicemail(phone, ada)
  await leaveMessage(await trunk.callIn())
  const [{ call }] = await waitForMessages(phone, ada)
  const mark = (user: FakeUser, isDealtWith: boolean) =>
    phone.as(user).put(`/voicemails/${call.id}/dealt-with`, { isDealtWith })

  const marked = await Promise.all([ada, grace, ada, grace].map((user) => mark(user, true)))
  const { body: first } = await phone.as(ada).get('/voicemails')
  await mark(grace, true)
  const { body: second } = await phone.as(grace).get('/voicemails')

  expect(marked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(first.items[0].dealtWith.byName).toMatch(/^(Ada|Grace)$/)
  expect(second.items[0].dealtWith).toEqual(first.items[0].dealtWith)
  expect((await phone.as(ada).get('/voicemails?filter=new')).body.items).toEqual([])
  await mark(ada, false)
  expect((await phone.as(grace).get('/voicemails/count')).body).toEqual({ new: 1 })
})

test('voicemail answers when no member of a group has answered', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using browser = await openBrowser(phone, grace)
  const group = { id: groupId, name: 'Bakers', memberIds: [grace.id], strategy: 'all', ringSeconds: 5 }
  const open = { kind: 'group', groupId }
  const route = { number: null, openingHoursId: null, open, closed: hangUp, unanswered: toVoicemail }
  const configuration = { groups: [group], openingHours: [], routes: [route] }
  expect((await phone.as(ada).put('/routing', { version: 0, configuration })).status).toBe(200)

  const far = await trunk.callIn()
  const { call } = await browser.next('call.incoming')
  await far.next('answered')
  await far.receivesSpeech()

  expect(await browser.next('call.stopped-ringing')).toMatchObject({ callId: call.id })
})

/** Guarantee (ZR214): callers cannot take the capacity of the users' calls by leaving messages. */
test('ZR214: voicemail answers at most 50 calls of a workspace at the same time', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await routeToVoicemail(phone, ada)
  const isAnswered = async (far: TestCall) => {
    const end = await Promise.race([far.next('answered'), far.next('refused')])
    return end.type === 'answered'
  }

  const answered: boolean[] = []
  for (let number = 0; number < 51; number++)
    answered.push(await isAnswered(await trunk.callIn(`+121255501${number + 10}`)))

  expect(answered).toEqual([...Array.from({ length: 50 }, () => true), false])
})

/** Guarantee (ZR361): one caller does not keep the other callers of a workspace out of its voicemail. */
test.each([
  ['+15550142', 5],
  ['anonymous', 10],
])(
  'ZR361: concurrent calls of %s occupy at most %i places, and the next caller is answered',
  async (from, most) => {
    await using bakery = await startBakery()
    const { phone, ada, trunk } = bakery
    // The calls of one trunk are stored one after the other.
    await using otherTrunk = await openIncomingTrunk(phone, ada, {
      name: 'South line',
      numbers: ['+12125552369'],
    })
    await routeToVoicemail(phone, ada)
    const call = async (number: string, through = trunk) => {
      const far = await through.callIn(number)
      return { far, ...(await Promise.race([far.next('answered'), far.next('refused')])) }
    }

    const calls = await Promise.all(
      Array.from({ length: most + 5 }, (_, index) => call(from, index % 2 === 0 ? trunk : otherTrunk)),
    )

    const answered = calls.filter(({ type }) => type === 'answered')
    expect(answered).toHaveLength(most)
    expect((await call('+15550143')).type).toBe('answered')
    await answered[0]?.far.hangUp()
    await waitUntil('a place is free', async () => (await call(from)).type === 'answered')
  },
)
