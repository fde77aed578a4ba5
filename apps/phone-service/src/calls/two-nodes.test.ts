import type { Call } from '@parley/contract/phone'
import { required, waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const own = '+12125552368'
const target = '+12125550187'

/**
 * Starts two nodes in one process, and a call of Ada that one of them has received: her tab and her requests are at
 * the other one. The caller sends 500 Hz, and Ada sends 1,100 Hz.
 */
async function startCallElsewhere() {
  const stack = new AsyncDisposableStack()
  const bus = stack.use(createInProcessBus())
  const phone = stack.use(await startPhone({ bus }))
  const holder = stack.use(await startOtherNode(phone, { bus }))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const as = phone.as(ada)
  await waitUntil('the other node uses the trunk', async () => {
    const [{ id }] = (await holder.as(ada).get('/trunks')).body.items
    return (await holder.as(ada).get(`/trunks/${id}`)).body.state.status === 'ready'
  })
  const browser = stack.use(await openBrowser(phone, ada))
  const { port } = required(holder.engine.sipAddresses[0], 'a SIP address')
  const caller = await trunk.callIn('+15550142', port)
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  caller.play(createSine(500, 8_000))
  browser.say(1_100)
  await caller.receivesTone(1_100)
  const path = `/calls/${call.id}`
  return {
    id: call.id,
    phone,
    holder,
    ada,
    as,
    grace,
    browser,
    caller,
    open: async (user: typeof ada) => stack.use(await openBrowser(phone, user)),
    read: async (): Promise<Call> => (await as.get(path)).body,
    post: async (action: string, body: object = {}) => await as.post(`${path}/${action}`, body),
    put: async (property: string, body: object) => await as.put(`${path}/${property}`, body),
    delete: async (part: string) => await as.delete(`${path}/${part}`),
    /** Answers the next call with a telephone that sends 700 Hz. */
    async answerNext() {
      const far = await trunk.nextCall()
      await far.answer()
      far.play(createSine(700, 8_000))
      return far
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: whichever node holds a call, its user transfers it from a tab at any node. */
test('FO2: a call of another node is transferred, blind, and after a consultation', async () => {
  await using call = await startCallElsewhere()
  const transfer = { to: target, from: own }

  const consultation = await call.post('transfer', { ...transfer, mode: 'attended' })
  const first = await call.answerNext()
  expect([consultation.status, consultation.body.code ?? consultation.body.transfer?.stage]).toEqual([
    200,
    'consulting',
  ])
  await first.receivesTone(1_100, [500])
  expect((await call.post('transfer/cancel')).status).toBe(200)
  await first.next('ended')
  await call.caller.receivesTone(1_100)

  await call.post('transfer', { ...transfer, mode: 'attended' })
  const second = await call.answerNext()
  await second.receivesTone(1_100, [500])
  expect((await call.post('transfer/join')).status).toBe(200)
  await Promise.all([second.receivesTone(500), call.caller.receivesTone(700)])
  const added = required(
    (await call.read()).legs.find(({ number, state }) => number === target && state === 'joined'),
    'the leg of the number',
  )
  expect((await call.delete(`participants/${added.id}`)).status).toBe(200)
  await second.next('ended')

  const blind = await call.post('transfer', { ...transfer, mode: 'blind' })
  const third = await call.answerNext()
  expect([blind.status, blind.body.transfer.stage]).toEqual([200, 'dialing'])
  await Promise.all([third.receivesTone(500, [1_100]), call.caller.receivesTone(700, [1_100])])
  expect(await call.read()).toMatchObject({ phase: 'talking', transfer: { stage: 'completed' } })
  await third.hangUp()
  expect((await call.browser.next('call.ended')).call).toMatchObject({ endReason: 'other-hung-up' })
})

test('FO2: an attended transfer of a call of another node is completed there', async () => {
  await using call = await startCallElsewhere()
  await call.post('transfer', { to: target, from: own, mode: 'attended' })
  const other = await call.answerNext()
  await other.receivesTone(1_100)

  const completed = await call.post('transfer/complete')

  expect([completed.status, completed.body.transfer.stage]).toEqual([200, 'completed'])
  await Promise.all([other.receivesTone(500, [1_100]), call.caller.receivesTone(700, [1_100])])
})

test('FO2: participants, digits and recording of a call of another node are changed there', async () => {
  await using call = await startCallElsewhere()

  const added = await call.post('participants', { to: target, from: own })
  const other = await call.answerNext()
  expect(added.status).toBe(201)
  await Promise.all([other.receivesTone(500), other.receivesTone(1_100)])
  const held = await call.put('on-hold', { onHold: true })
  expect(held.body.legs.filter(({ isOnHold }: { isOnHold: boolean }) => isOnHold)).toHaveLength(2)
  expect((await call.put('on-hold', { onHold: false })).status).toBe(200)
  expect((await call.put('muted', { muted: true })).status).toBe(200)
  await other.receivesTone(500, [1_100])
  expect((await call.put('muted', { muted: false })).status).toBe(200)
  await call.caller.receivesTone(1_100)

  expect((await call.post('digits', { digits: '42' })).status).toBe(200)
  await waitUntil('the digits arrive', () => call.caller.digits.join('') === '42')
  expect((await call.post('recording/start')).status).toBe(200)
  await call.browser.waitForCall(call.id, ({ recordingState }) => recordingState === 'on')
  expect((await call.post('recording/pause')).body.recordingState).toBe('paused')
  expect((await call.post('recording/resume')).body.recordingState).toBe('on')
  expect((await call.post('recording/stop')).body.recordingState).toBe('stopped')
})

test('FO2: a call of another node is parked from one tab and picked up from another one', async () => {
  await using call = await startCallElsewhere()
  const ofGrace = await call.open(call.grace)

  expect((await call.post('park')).status).toBe(200)
  const { items } = (await call.phone.as(call.grace).get('/calls/parked')).body
  expect(items).toMatchObject([{ id: call.id, parked: { userId: call.ada.id } }])
  ofGrace.say(1_500)
  await ofGrace.pickUp(call.id)

  await Promise.all([call.caller.receivesTone(1_500, [1_100]), ofGrace.waitForTone(500)])
  expect((await call.phone.as(call.grace).get('/calls/parked')).body.items).toEqual([])
})

/** Guarantee: a user who merges calls of two nodes learns why it fails, and both calls continue. */
test('ZR420: calls of two nodes are not merged, with a message that says so', async () => {
  await using call = await startCallElsewhere()
  const { phone, holder, ada, browser } = call
  const ofOwnNode = await call.open(ada)
  const { id } = await ofOwnNode.call(target, { from: own })
  const other = await call.answerNext()
  await ofOwnNode.waitForCall(id, ({ phase }) => phase === 'talking')

  for (const node of [phone, holder])
    for (const [one, two] of [
      [call.id, id],
      [id, call.id],
    ]) {
      const refused = await node.as(ada).post(`/calls/${one}/merge`, { call: two })
      expect([refused.status, refused.body.code]).toEqual([409, 'CALLS_ON_DIFFERENT_SERVERS'])
      expect(refused.body.error).toContain('different servers')
    }

  ofOwnNode.say(1_500)
  await Promise.all([
    call.caller.receivesTone(1_100, [1_500]),
    other.receivesTone(1_500, [1_100]),
    browser.waitForTone(500),
  ])
})
