import { required } from '@parley/primitives'
import { createReplaces } from '@parley/sip'
import { expect, test } from 'vitest'
import { recordPlayers } from '../testing/record-players.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, number] = ['+12125552368', '+12125550187']

/** Starts a phone with an emergency route, whose user Ada and her colleague Grace can dial. */
async function startUsers() {
  const stack = new AsyncDisposableStack()
  const { played, wrapEngine } = recordPlayers()
  const started = stack.use(await startPhoneWithTrunk({}, { allowsRefer: true }, wrapEngine))
  const { phone, provider, ada, api, route } = started
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const dial = async (to: string, user = ada) => {
    const browser = stack.use(await openBrowser(phone, user))
    const { id } = await browser.call(to, { from: own })
    const far = await provider.nextCall()
    await far.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, browser, far }
  }
  const readPersonalNumber = async (): Promise<string> => {
    const { numbers } = (await phone.as(grace).get('/me')).body
    return numbers.find((one: { number: string }) => one.number !== own).number
  }
  /** Lets the personal number of Grace ring for a call of Ada. */
  const callGrace = async () => {
    const atAda = stack.use(await openBrowser(phone, ada))
    const atGrace = stack.use(await openBrowser(phone, grace))
    const { id } = await atAda.call(await readPersonalNumber())
    const { call } = await atGrace.next('call.incoming')
    return { id, atAda, atGrace, call }
  }
  return {
    ...started,
    played,
    grace,
    asGrace: phone.as(grace),
    readPersonalNumber,
    callGrace,
    dial,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Starts an emergency call of Ada, who adds Grace with her personal number. */
async function startLinkedCall() {
  const stack = new AsyncDisposableStack()
  const started = stack.use(await startUsers())
  const { phone, grace, asGrace, api, dial } = started
  const { id, far, browser } = await dial('911')
  const atGrace = stack.use(await openBrowser(phone, grace))
  const personal = await started.readPersonalNumber()
  expect((await api.post(`/calls/${id}/participants`, { to: personal })).status).toBe(201)
  const { call } = await atGrace.next('call.incoming')
  await atGrace.answer(call.id)
  await atGrace.waitForCall(call.id, ({ hasEmergencyService }) => hasEmergencyService)
  return {
    ...started,
    id,
    far,
    browser,
    idOfGrace: call.id,
    readOfGrace: async () => (await asGrace.get(`/calls/${call.id}`)).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: a colleague whom the user has added to an emergency call neither records it nor leaves it to others. */
test('ZR701: a colleague in an emergency call neither records, transfers nor parks it, until the emergency service has left', async () => {
  await using call = await startLinkedCall()
  const { asGrace, idOfGrace, provider } = call
  const post = async (path: string, body?: object) => {
    const response = await asGrace.post(`/calls/${idOfGrace}/${path}`, body)
    return [response.status, response.body.code]
  }
  const transfer = { to: number, mode: 'blind', from: own }

  expect(await post('recording/start', {})).toEqual([409, 'EMERGENCY_CALL_NOT_RECORDED'])
  expect(await post('transfer', transfer)).toEqual([409, 'EMERGENCY_CALL_NOT_TRANSFERRED'])
  expect(await post('transfer', { ...transfer, mode: 'attended' })).toEqual([
    409,
    'EMERGENCY_CALL_NOT_TRANSFERRED',
  ])
  expect(await post('transfer/complete', {})).toEqual([409, 'EMERGENCY_CALL_NOT_TRANSFERRED'])
  expect(await post('park')).toEqual([409, 'EMERGENCY_CALL_NOT_PARKED'])

  await call.far.hangUp()
  await expect.poll(async () => (await call.readOfGrace()).hasEmergencyService).toBe(false)
  const transferred = post('transfer', transfer)
  await provider.nextCall()
  expect((await transferred)[0]).toBe(200)
})

/** Guarantee: an emergency service hears no music in place of its caller. */
test('ZR701: neither a colleague nor the user plays music to an emergency service by a hold', async () => {
  await using call = await startLinkedCall()

  for (const [api, id] of [
    [call.asGrace, call.idOfGrace],
    [call.api, call.id],
  ] as const) {
    expect((await api.put(`/calls/${id}/on-hold`, { onHold: true })).status).toBe(200)
    expect((await api.put(`/calls/${id}/on-hold`, { onHold: false })).status).toBe(200)
  }

  expect(call.played).toEqual([])
})

test('ZR701: the music of a hold ends when an emergency service is connected with the call', async () => {
  await using users = await startUsers()
  const { api, asGrace } = users
  const { id, atAda, atGrace, call } = await users.callGrace()
  await atGrace.answer(call.id)
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  await asGrace.put(`/calls/${call.id}/on-hold`, { onHold: true })
  await atAda.waitForVoice()
  const emergency = await users.dial('911')

  expect((await api.post(`/calls/${id}/merge`, { call: emergency.id })).status).toBe(200)

  await Promise.all([atAda.receivesSilence(), emergency.far.receivesSilence()])
})

test('ZR701: a voicemail that has answered leaves a call with which an emergency service is connected', async () => {
  await using users = await startUsers()
  const { api, asGrace } = users
  const { id, atAda, call } = await users.callGrace()
  expect((await asGrace.post(`/calls/${call.id}/voicemail`)).status).toBe(200)
  await atAda.waitForVoice()
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  const emergency = await users.dial('911')

  expect((await api.post(`/calls/${id}/merge`, { call: emergency.id })).status).toBe(200)

  await expect.poll(async () => (await asGrace.get(`/calls/${call.id}`)).body.phase).toBe('ended')
  expect((await api.get(`/calls/${id}`)).body).toMatchObject({ phase: 'talking', hasEmergencyService: true })
})

/** Guarantee: an emergency service is not left to a customer who neither knows where help is needed nor needs it. */
test('ZR665: a consultation is not completed once the colleague is connected with an emergency service', async () => {
  await using users = await startUsers()
  const { phone, grace, api, asGrace } = users
  const { id } = await users.dial(number)
  const to = await users.readPersonalNumber()
  await using atGrace = await openBrowser(phone, grace)
  expect((await api.post(`/calls/${id}/transfer`, { to, mode: 'attended' })).status).toBe(200)
  const { call } = await atGrace.next('call.incoming')
  await atGrace.answer(call.id)
  await atGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  const emergency = await users.dial('911', grace)
  expect((await asGrace.post(`/calls/${call.id}/merge`, { call: emergency.id })).status).toBe(200)
  await expect.poll(async () => (await api.get(`/calls/${id}`)).body.hasEmergencyService).toBe(true)

  const completed = await api.post(`/calls/${id}/transfer/complete`, {})

  expect([completed.status, completed.body.code]).toEqual([409, 'EMERGENCY_CALL_NOT_TRANSFERRED'])
  expect((await api.get(`/calls/${id}`)).body.transfer.stage).toBe('consulting')
  expect((await api.post(`/calls/${id}/transfer/cancel`, {})).status).toBe(200)
})

/** Starts a call in which Ada, Grace and an emergency service, which Ada has dialled, take part. */
async function startSharedCall() {
  const stack = new AsyncDisposableStack()
  const users = stack.use(await startUsers())
  const { ada, api, grace, dial } = users
  const [ofAda, ofGrace] = [await dial(number), await dial(number, grace)]
  const replaces = createReplaces(required(ofGrace.far.sip.dialog, 'the dialog of the other call'))
  await ofAda.far.sip.refer({ target: `sip:${own}@127.0.0.1`, replaces })
  const emergency = await dial('911', ada)
  const { body } = await api.post(`/calls/${ofAda.id}/merge`, { call: emergency.id })
  const leg = (matches: (one: { number: string | null; userId: string | null }) => boolean) =>
    body.legs.find((one: never) => matches(one)).id
  return {
    ...users,
    id: ofAda.id,
    emergency,
    service: leg((one) => one.number === '911'),
    legOfAda: leg((one) => one.userId === ada.id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: no user but the caller ends or interrupts the connection with the emergency service. */
test('ZR702: only the user who has called the emergency service removes it or puts it on hold', async () => {
  await using call = await startSharedCall()
  const { api, asGrace, id } = call
  const refusal = [409, 'EMERGENCY_CALL_OF_OTHER']

  const held = await asGrace.put(`/calls/${id}/on-hold`, { onHold: true })
  expect([held.status, held.body.code]).toEqual(refusal)
  for (const leg of [call.service, call.legOfAda]) {
    const removed = await asGrace.delete(`/calls/${id}/participants/${leg}`)
    expect([removed.status, removed.body.code]).toEqual(refusal)
  }
  expect((await api.put(`/calls/${id}/on-hold`, { onHold: true })).status).toBe(200)
  expect((await api.put(`/calls/${id}/on-hold`, { onHold: false })).status).toBe(200)
  expect((await api.delete(`/calls/${id}/participants/${call.service}`)).status).toBe(200)
  await call.emergency.far.next('ended')
})
