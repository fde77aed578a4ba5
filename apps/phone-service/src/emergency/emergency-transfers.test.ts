import { required } from '@parley/primitives'
import { createReplaces } from '@parley/sip'
import { expect, test } from 'vitest'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, number] = ['+12125552368', '+12125550187']

/** Starts a phone whose user talks to an emergency service, through a trunk that may transfer calls. */
async function startEmergencyCall() {
  const stack = new AsyncDisposableStack()
  const started = stack.use(await startPhoneWithTrunk({}, { allowsRefer: true }))
  const { phone, provider, ada, api, route } = started
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const dial = async (to: string, user = ada) => {
    const browser = stack.use(await openBrowser(phone, user))
    const { id } = await browser.call(to, { from: own })
    const far = await provider.nextCall()
    await far.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, browser, far }
  }
  const { id, far } = await dial('911')
  return {
    ...started,
    id,
    far,
    dial,
    transfer: async (mode: 'blind' | 'attended', call = id) => {
      const { status, body } = await api.post(`/calls/${call}/transfer`, { to: number, mode, from: own })
      return [status, body.code]
    },
    read: async (call = id) => (await api.get(`/calls/${call}`)).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const refusal = [409, 'EMERGENCY_CALL_NOT_TRANSFERRED']

/** Guarantee: the emergency service talks to the user who needs help, whom it can call back. */
test('ZR564: an emergency call is not transferred, neither by REFER nor after a consultation', async () => {
  await using call = await startEmergencyCall()
  expect((await call.read()).hasEmergencyService).toBe(true)

  expect(await call.transfer('blind')).toEqual(refusal)
  expect(await call.transfer('attended')).toEqual(refusal)
  const completed = await call.api.post(`/calls/${call.id}/transfer/complete`, {})

  expect([completed.status, completed.body.code]).toEqual(refusal)
  expect(call.far.events.map(({ type }) => type)).not.toContain('refer')
  const { phase, transfer, legs } = await call.read()
  expect([phase, transfer, legs.length]).toEqual(['talking', null, 2])
})

test('ZR564: a call that is merged with an emergency call is neither transferred, parked nor left, until the emergency service has left', async () => {
  await using call = await startEmergencyCall()
  const { id, far, api, provider } = call
  const other = await call.dial(number)
  expect((await api.post(`/calls/${other.id}/merge`, { call: id })).status).toBe(200)

  expect(await call.transfer('blind')).toEqual(refusal)
  expect(await call.transfer('attended')).toEqual(refusal)
  const left = await api.post(`/calls/${id}/transfer/complete`, {})
  expect([left.status, left.body.code]).toEqual(refusal)
  expect((await api.post(`/calls/${id}/park`)).body.code).toBe('EMERGENCY_CALL_NOT_PARKED')

  await far.hangUp()
  await expect.poll(async () => (await call.read()).hasEmergencyService).toBe(false)
  const transferred = call.transfer('blind')
  await provider.nextCall()
  expect((await transferred)[0]).toBe(200)
})

test('ZR564: a telephone does not connect the emergency call of a user with another call', async () => {
  await using call = await startEmergencyCall()
  const grace = call.phone.accounts.addUser('Grace', [...call.ada.teamIds])
  const other = await call.dial(number, grace)

  const replaces = createReplaces(required(other.far.sip.dialog, 'the dialog of the other call'))
  const outcome = await call.far.sip.refer({ target: `sip:${own}@127.0.0.1`, replaces })

  expect(outcome).toMatchObject({ result: 'failed', status: 603 })
  const { phase, legs } = await call.read()
  expect([phase, legs.length]).toEqual(['talking', 2])
})

/** Guarantee: the trunk, or who can send its requests, does not connect the user with another number. */
test('ZR564: the trunk of an emergency call neither transfers nor replaces it', async () => {
  await using call = await startEmergencyCall()
  const { far, phone, provider } = call

  const transferred = await far.sip.refer({ target: 'sip:+12125550199@127.0.0.1' })
  const replaces = createReplaces(required(far.sip.dialog, 'the dialog of the call'))
  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  const replacing = await provider.call(own, number, port, replaces)

  expect(transferred).toMatchObject({ result: 'failed', status: 603 })
  expect(await replacing.next('refused')).toMatchObject({ status: 603 })
  const { phase, legs, hasEmergencyService } = await call.read()
  expect([phase, legs.length, hasEmergencyService]).toEqual(['talking', 2, true])
})
