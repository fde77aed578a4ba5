import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const answeringNumber = '+15550101'

/** Starts an answered call of Ada, whose colleague Grace has a voicemail. */
async function startCall() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const as = phone.as(ada)
  const atAda = stack.use(await openBrowser(phone, ada))
  const atGrace = stack.use(await openBrowser(phone, grace))
  const number: string = (await phone.as(grace).get('/me')).body.numbers[0].number
  const { id } = await atAda.call(answeringNumber)
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  return {
    phone,
    grace,
    atAda,
    atGrace,
    id,
    number,
    add: () => as.post(`/calls/${id}/participants`, { to: number }),
    transfer: (mode: 'blind' | 'attended') => as.post(`/calls/${id}/transfer`, { to: number, mode }),
    /** Lets Grace decline. Returns her call after its end. */
    decline: async () => {
      const { call } = await atGrace.next('call.incoming')
      expect((await phone.as(grace).post(`/calls/${call.id}/decline`)).status).toBe(200)
      return (await atGrace.next('call.ended', (message) => message.call.id === call.id)).call
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('ZR690: a colleague who declines to join a call is reported as such, and their voicemail does not join', async () => {
  await using call = await startCall()
  expect((await call.add()).status).toBe(201)

  expect(await call.decline()).toMatchObject({ endReason: 'declined', recordings: [] })

  const { legs } = await call.atAda.waitForCall(call.id, (one) =>
    one.legs.some(({ number, state }) => number === call.number && state === 'left'),
  )
  expect(legs.find(({ number }) => number === call.number)).toMatchObject({
    joinedAt: null,
    leftReason: 'rejected',
  })
})

test('ZR690: the voicemail of a colleague who does not want to be disturbed does not join a call', async () => {
  await using call = await startCall()
  const saved = await call.phone.as(call.grace).patch('/me/settings', { doNotDisturb: 'on' })
  expect([saved.status, saved.body.code]).toEqual([200, undefined])

  expect((await call.add()).status).toBe(201)

  await call.atAda.waitForCall(call.id, ({ legs }) =>
    legs.some((leg) => leg.number === call.number && leg.state === 'left' && leg.joinedAt === null),
  )
})

test('ZR690: a consultation ends when the colleague declines', async () => {
  await using call = await startCall()
  expect((await call.transfer('attended')).status).toBe(200)

  await call.decline()

  const { legs } = await call.atAda.waitForCall(
    call.id,
    (one) =>
      one.transfer === null &&
      one.legs.some(({ number, state }) => number === call.number && state === 'left'),
  )
  expect(legs.find(({ number }) => number === call.number)?.joinedAt).toBeNull()
})

test('ZR690: a colleague who is added does not send the call to their voicemail', async () => {
  await using call = await startCall()
  await call.add()
  const { call: ringing } = await call.atGrace.next('call.incoming')

  const sent = await call.phone.as(call.grace).post(`/calls/${ringing.id}/voicemail`)

  expect([sent.status, sent.body.code]).toEqual([409, 'VOICEMAIL_ANSWERED_BEFORE'])
})

test('ZR691: a blind transfer returns to its user when the colleague declines', async () => {
  await using call = await startCall()
  expect((await call.transfer('blind')).status).toBe(200)

  await call.decline()

  const returned = await call.atAda.next('call.incoming', (message) => message.call.id === call.id)
  expect(returned.call).toMatchObject({ transfer: { stage: 'returning', number: call.number } })
})

/** Guarantee: a user who talks to a recording knows it. */
test('ZR695: the voicemail of a colleague who is called directly answers, and is shown as voicemail', async () => {
  await using call = await startCall()
  const { grace, phone, atGrace, atAda, number } = call
  const { id } = await atAda.call(number)
  const { call: ringing } = await atGrace.next('call.incoming')

  await phone.as(grace).post(`/calls/${ringing.id}/decline`)

  await atAda.waitForCall(id, ({ legs }) => legs.some((leg) => leg.number === number && leg.isVoicemail))
  await atGrace.waitForCall(ringing.id, ({ isInVoicemail, phase }) => isInVoicemail && phase === 'ringing')
})
