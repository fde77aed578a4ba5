import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'

test('a call to the echo number has audio, can be hung up and appears in the call list', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  browser.say(500)

  const call = await browser.call(echo)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  await browser.waitForTone(500)
  const hungUp = await phone.as(ada).post(`/calls/${call.id}/hang-up`, {})
  await browser.next('call.ended')

  expect(hungUp.body).toMatchObject({ phase: 'ended', endReason: 'hung-up', name: 'Echo' })
  const list = await phone.as(ada).get('/calls')
  expect(list.body.items).toHaveLength(1)
  expect(list.body.items[0]).toMatchObject({ id: call.id, phase: 'ended', direction: 'outgoing' })
  expect(list.body.items[0].answeredAt).toBeGreaterThan(list.body.items[0].startedAt)
  expect(list.body.items[0].endedAt).toBeGreaterThan(list.body.items[0].answeredAt)
  expect((await phone.as(ada).get('/calls/active')).body.items).toEqual([])
})

/** Guarantee: the INVITE does not wait for the media of the browser, and an answer before it is not lost. */
test('a number is dialled before the browser is connected, and has audio when the number has answered before', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  browser.say(500)
  const { body: joined } = await phone.as(ada).post('/calls', { to: echo, handsetId: browser.handsetId })
  const { id } = joined.call

  const answered = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await browser.rejoin(id)
  await browser.waitForTone(500)

  expect(joined.call.legs).toMatchObject([
    { kind: 'browser', state: 'joining' },
    // It may have answered already.
    { kind: 'phone', number: '+15550100' },
  ])
  expect(answered.legs).toMatchObject([{ state: 'joining' }, { state: 'joined' }])
  const { body: call } = await phone.as(ada).get(`/calls/${id}`)
  expect(call).toMatchObject({ phase: 'talking', legs: [{ state: 'joined' }, { state: 'joined' }] })
})

test.each([
  ['+1 555 0103', 'busy', 486],
  ['+1 555 0105', 'rejected', 603],
  ['+1 555 0106', 'forbidden', 403],
  ['+1 555 0199', 'number-unknown', 404],
] as const)('a call to %s ends as %s', async (to, reason, code) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)

  await browser.call(to)
  const { call } = await browser.next('call.ended')

  expect(call).toMatchObject({ endReason: reason, answeredAt: null, sipAnswer: { code } })
})

test('two users call each other by number, and each hears the other but not themselves', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  await phone.as(ada).get('/me')
  const numberOfGrace = (await phone.as(grace).get('/me')).body.numbers[0].number
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  atAda.say(500)
  atGrace.say(700)

  const outgoing = await atAda.call(numberOfGrace)
  const { call: incoming } = await atGrace.next('call.incoming')
  await atAda.waitForCall(outgoing.id, ({ phase }) => phase === 'ringing')
  await atGrace.answer(incoming.id)

  await atAda.waitForTone(700, [500])
  await atGrace.waitForTone(500, [700])
  expect(await atGrace.next('call.stopped-ringing')).toMatchObject({ callId: incoming.id })
  await phone.as(grace).post(`/calls/${incoming.id}/hang-up`, {})
  expect((await atAda.next('call.ended')).call).toMatchObject({ endReason: 'other-hung-up' })
  expect((await atGrace.next('call.ended')).call).toMatchObject({ endReason: 'hung-up', userName: 'Grace' })
})

test('a declined incoming call is rejected for the caller and does not count as missed', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const numberOfGrace = (await phone.as(grace).get('/me')).body.numbers[0].number
  await phone.as(grace).patch('/me/settings', { voicemail: 'off' })
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)

  await atAda.call(numberOfGrace)
  const { call } = await atGrace.next('call.incoming')
  const declined = await phone.as(grace).post(`/calls/${call.id}/decline`)

  expect(declined.body).toMatchObject({ phase: 'ended', endReason: 'declined' })
  expect((await atAda.next('call.ended')).call.endReason).toBe('rejected')
  await atGrace.next('call.ended')
  expect((await phone.as(grace).get('/calls/missed/count')).body).toEqual({ count: 0 })
  expect((await phone.as(grace).get('/calls?filter=missed')).body.items).toEqual([])
  const { items } = (await phone.as(grace).get('/calls')).body
  expect(items).toMatchObject([{ id: call.id, endReason: 'declined' }])
})

test('an incoming call that the caller cancels is a missed call', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const numberOfGrace = (await phone.as(grace).get('/me')).body.numbers[0].number
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)

  const outgoing = await atAda.call(numberOfGrace)
  const { call: missed } = await atGrace.next('call.incoming')
  await phone.as(ada).post(`/calls/${outgoing.id}/hang-up`, {})

  expect((await atGrace.next('call.ended')).call.endReason).toBe('missed')
  expect(await atGrace.next('call.stopped-ringing')).toMatchObject({ callId: missed.id })
  expect((await atAda.next('call.ended')).call.endReason).toBe('cancelled')
  expect((await phone.as(grace).get('/calls/missed/count')).body).toEqual({ count: 1 })
  expect((await phone.as(grace).get('/calls?filter=missed')).body.items).toMatchObject([
    { endReason: 'missed' },
  ])
  expect((await phone.as(grace).post('/calls/missed/seen')).body).toEqual({ count: 0 })
})

test('mute, hold and digits work during a call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  browser.say(500)
  const { id } = await browser.call(echo)
  await browser.waitForTone(500)

  await phone.as(ada).put(`/calls/${id}/muted`, { muted: true })
  await browser.receivesSilence()
  await phone.as(ada).put(`/calls/${id}/muted`, { muted: false })
  await browser.waitForTone(500)
  const held = await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold: true })
  await browser.receivesSilence()
  const released = await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold: false })
  await browser.waitForTone(500)

  expect(held.body.phase).toBe('on-hold')
  expect(released.body.phase).toBe('talking')
  expect((await phone.as(ada).post(`/calls/${id}/digits`, { digits: '12#' })).body).toEqual({ success: true })
})

test('a reloaded page rejoins its call, and the previous tab is notified', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using before = await openBrowser(phone, ada)
  before.say(500)
  const { id } = await before.call(echo)
  await before.waitForTone(500)
  before.closeAudio()

  await using after = await openBrowser(phone, ada)
  after.say(700)
  await after.rejoin(id)

  await after.waitForTone(700)
  expect(await before.next('leg.taken-over')).toMatchObject({ callId: id, handsetId: after.handsetId })
  const { body } = await phone.as(ada).get(`/calls/${id}`)
  expect(body.legs.filter((leg: { kind: string }) => leg.kind === 'browser')).toHaveLength(1)
})

test('an added participant hears both others and is heard by them', async () => {
  await using phone = await startPhone()
  const [ada, grace, linus] = [phone.signUp('Ada'), phone.signUp('Grace'), phone.signUp('Linus')]
  const getPersonalNumber = async (person: typeof ada) =>
    (await phone.as(person).get('/me')).body.numbers[0].number
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await using atLinus = await openBrowser(phone, linus)
  atAda.say(500)
  atGrace.say(700)
  atLinus.say(1100)
  const { id } = await atAda.call(await getPersonalNumber(grace))
  await atGrace.answer((await atGrace.next('call.incoming')).call.id)
  await atAda.waitForTone(700)

  const added = await phone.as(ada).post(`/calls/${id}/participants`, { to: await getPersonalNumber(linus) })
  await atLinus.answer((await atLinus.next('call.incoming')).call.id)

  expect(added.status).toBe(201)
  await Promise.all([atAda.waitForTone(700, [500]), atAda.waitForTone(1100, [500])])
  await Promise.all([atGrace.waitForTone(500, [700]), atGrace.waitForTone(1100, [700])])
  await Promise.all([atLinus.waitForTone(500, [1100]), atLinus.waitForTone(700, [1100])])
})
