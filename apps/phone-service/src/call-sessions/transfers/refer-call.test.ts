import { createSine } from '@parley/rtp'
import { startTestPhone, type TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'

const [own, caller, target] = ['+12125552368', '+12125550187', '+12125550188']

/** Starts a phone whose user Ada talks to a telephone through a trunk that may transfer calls. */
async function startCall({
  allowsRefer = true,
  ringTimeoutMs = 20_000,
  recording = 'off' as 'on' | 'off',
} = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone({ ringTimeoutMs }))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const trunk = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: [own], allowsRefer }
  expect((await phone.as(ada).post('/trunks', trunk)).status).toBe(201)
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call(caller, { from: own, recording })
  const far = await provider.nextCall()
  await far.answer()
  far.play(createSine(500, 8_000))
  await browser.waitForCall(
    id,
    ({ phase, recordingState }) => phase === 'talking' && (recording === 'off' || recordingState === 'on'),
  )
  const as = phone.as(ada)
  const query = async (sql: string) => (await phone.database.pool.query(sql, [id])).rows
  return {
    phone,
    provider,
    browser,
    far,
    id,
    as,
    transfer: (to = target) => as.post(`/calls/${id}/transfer`, { to, mode: 'blind', from: own }),
    countSlots: async () =>
      (await phone.database.pool.query('select slot_ids from phone.calling_limits')).rows[0].slot_ids.length,
    listTimers: async () =>
      (await query('select name from phone.call_timers where call_id = $1 order by name')).map(
        ({ name }) => name.split(' ')[0],
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Refer = Extract<TestCall['events'][number], { type: 'refer' }>['refer']

/** Responds to the REFER that a telephone receives. Resolves with its target. */
function onRefer(far: TestCall, respond: (refer: Refer) => void): Promise<string> {
  return new Promise((resolve) => {
    far.sip.onEvent((event) => {
      if (event.type !== 'refer') return
      respond(event.refer)
      resolve(event.refer.target)
    })
  })
}

const countRefers = ({ events }: TestCall) => events.filter(({ type }) => type === 'refer').length

test('ZR227: a trunk that may transfer calls connects the number itself, and our call ends as transferred', async () => {
  await using call = await startCall()
  const referred = onRefer(call.far, (refer) => {
    const progress = refer.accept()
    progress.report(180, 'Ringing')
    progress.report(200, 'OK')
  })

  const { body } = await call.transfer()

  expect(body).toMatchObject({ transfer: { stage: 'dialing', number: target } })
  expect(await referred).toContain(`sip:${target}@127.0.0.1`)
  const { call: ended } = await call.browser.next('call.ended')
  expect(ended).toMatchObject({ transfer: { stage: 'completed', number: target } })
  expect(ended.marks.map(({ type }) => type)).toContain('transferred')
  expect(ended.legs.map(({ number }) => number)).not.toContain(target)
  expect(await call.far.next('ended')).toMatchObject({ by: 'peer' })
  expect([await call.countSlots(), await call.listTimers()]).toEqual([0, []])
})

test.each([
  ['refuses it', (refer: Refer) => refer.refuse(403)],
  ['does not know it', (refer: Refer) => refer.refuse(501)],
  ['reports a failure', (refer: Refer) => refer.accept().report(503, 'Service Unavailable')],
])('ZR228: the number is dialled when the trunk %s, and talks to the caller', async (_, respond) => {
  await using call = await startCall({ ringTimeoutMs: 120_000 })
  void onRefer(call.far, respond)

  await call.transfer()
  const other = await call.provider.nextCall()
  await other.answer()
  other.play(createSine(700, 8_000))

  await Promise.all([call.far.receivesTone(700), other.receivesTone(500)])
  expect(other.from?.uri).toContain(own)
  await expect.poll(call.countSlots).toBe(2)
  await call.far.hangUp()
  await call.browser.next('call.ended')
  await expect.poll(call.countSlots).toBe(0)
})

test('ZR229: a transfer without a NOTIFY is dialled when the ring timeout expires, and returns to its user', async () => {
  await using call = await startCall({ ringTimeoutMs: 2_000 })
  const referred = onRefer(call.far, (refer) => refer.accept())

  await call.transfer()
  await referred
  expect(await call.listTimers()).toEqual(['refer', 'time-limit', 'without-user'])
  const other = await call.provider.nextCall()
  expect(await call.listTimers()).toEqual(['time-limit', 'without-user'])
  other.refuse(486)

  const { call: returned } = await call.browser.next(
    'call.incoming',
    (message) => message.call.id === call.id,
  )
  expect(returned).toMatchObject({ transfer: { stage: 'returning', number: target } })
})

test('ZR229: a NOTIFY that arrives after the number was dialled does not leave two calls', async () => {
  await using call = await startCall({ ringTimeoutMs: 2_000 })
  const { promise, resolve } = Promise.withResolvers<ReturnType<Refer['accept']>>()
  void onRefer(call.far, (refer) => resolve(refer.accept()))
  await call.transfer()
  const progress = await promise
  const other = await call.provider.nextCall()
  await other.answer()

  progress.report(200, 'OK')

  expect(await call.far.next('ended')).toMatchObject({ by: 'peer' })
  expect(await other.next('ended')).toMatchObject({ by: 'peer' })
  await call.browser.next('call.ended')
  expect([await call.countSlots(), await call.listTimers()]).toEqual([0, []])
})

/** Guarantee: the provider pays for no call that the user could not have dialled. */
test('ZR230: no REFER is sent for a number that the workspace may not call, and none beyond its caps', async () => {
  await using call = await startCall()
  expect((await call.transfer('+19002345678')).body.code).toBe('PREMIUM_NUMBER')
  const { body: limits } = await call.as.get('/limits')
  await call.as.put('/limits', { ...limits, concurrentCalls: 1 })

  expect((await call.transfer()).body.code).toBe('CALL_LIMIT_CONCURRENT')

  expect(countRefers(call.far)).toBe(0)
  const { body } = await call.as.get(`/calls/${call.id}`)
  expect(body).toMatchObject({ phase: 'talking', transfer: null })
})

test.each([
  ['through a trunk that may not transfer', { allowsRefer: false }],
  ['that is recorded', { recording: 'on' as const }],
])('ZR231: a call %s is connected by Parley', async (_, options) => {
  await using call = await startCall(options)

  await call.transfer()
  const other = await call.provider.nextCall()
  await other.answer()
  other.play(createSine(700, 8_000))

  await call.far.receivesTone(700)
  expect(countRefers(call.far)).toBe(0)
})

test('ZR229: a caller who hangs up before the trunk reports the transfer leaves nothing behind', async () => {
  await using call = await startCall()
  const referred = onRefer(call.far, (refer) => refer.accept())
  await call.transfer()
  await referred

  await call.far.hangUp()

  await call.browser.next('call.ended')
  expect([await call.countSlots(), await call.listTimers()]).toEqual([0, []])
})
