import { createLog } from '@parley/server'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { injectEvents } from '../../testing/inject-events.ts'
import { startPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'

const target = '+12125550188'

/** Starts a phone whose user Ada talks to a telephone through a trunk. */
async function startCall(
  { allowsRefer }: { readonly allowsRefer: boolean },
  ...of: Parameters<typeof startPhone>
) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...of))
  const far = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const trunk = {
    name: 'North line',
    host: '127.0.0.1',
    port: far.port,
    numbers: ['+12125552368'],
    allowsRefer,
  }
  const { status, body } = await phone.as(ada).post('/trunks', trunk)
  expect(status).toBe(201)
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call('+12125550187', { from: '+12125552368' })
  const called = await far.nextCall()
  await called.answer()
  await browser.waitForCall(id, ({ legs }) =>
    legs.some(({ kind, state }) => kind === 'phone' && state === 'joined'),
  )
  return {
    far,
    called,
    browser,
    callId: id,
    trunkId: body.id as string,
    client: phone.as(ada),
    refusals: async () => (await phone.as(ada).get('/limits/refusals')).body.items,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('a trunk that may transfer calls has a call connected with another number, within the limits', async () => {
  await using call = await startCall({ allowsRefer: true })
  const { far, called, browser, callId, refusals } = call

  const outcome = called.sip.refer({ target: `sip:${target}@127.0.0.1` })
  const next = await far.nextCall()
  await next.answer()

  expect(await outcome).toEqual({ result: 'transferred' })
  expect(next.from?.uri).toContain('+12125552368')
  const { legs } = await browser.waitForCall(callId, (one) =>
    one.legs.some(({ number, state }) => number === '+12125550187' && state === 'left'),
  )
  expect(legs.find(({ number }) => number === target)).toMatchObject({ kind: 'phone', state: 'joined' })
  await next.receivesSilence()
  expect(await refusals()).toEqual([])
})

/** Guarantee: a provider cannot make the workspace pay for calls that its users could not place. */
test.each([
  ['+19002345678', 'PREMIUM_NUMBER'],
  ['+4930901820', 'COUNTRY_NOT_ALLOWED'],
  ['911', 'EMERGENCY_NUMBER'],
])('ZR137: a transfer to %s by a trunk is rejected and recorded as %s', async (number, code) => {
  await using call = await startCall({ allowsRefer: true })
  const { called, refusals } = call

  expect(await called.sip.refer({ target: `sip:${number}@127.0.0.1` })).toMatchObject({
    result: 'failed',
    status: 603,
  })
  expect(await refusals()).toMatchObject([{ code, dialled: number, userId: null }])
})

test('ZR137: a transfer by a trunk counts against the caps of the workspace', async () => {
  await using call = await startCall({ allowsRefer: true })
  const { called, client, refusals } = call
  const { body: limits } = await client.get('/limits')
  expect((await client.put('/limits', { ...limits, concurrentCalls: 1 })).status).toBe(200)

  expect(await called.sip.refer({ target: `sip:${target}@127.0.0.1` })).toMatchObject({
    result: 'failed',
    status: 603,
  })
  expect(await refusals()).toMatchObject([{ code: 'CALL_LIMIT_CONCURRENT', dialled: target }])
})

test('ZR137: a transfer by a trunk that may not transfer is rejected and recorded', async () => {
  await using call = await startCall({ allowsRefer: false })
  const { called, refusals } = call

  expect(await called.sip.refer({ target: `sip:${target}@127.0.0.1` })).toMatchObject({
    result: 'refused',
    status: 603,
  })
  await expect.poll(refusals).toMatchObject([{ code: 'REDIRECTION_NOT_FOLLOWED', dialled: target }])
})

/** Guarantee: errors in the log are ours. A far end cannot write any by ending its call at an unfavourable moment. */
test('ZR333: a transfer by a trunk whose leg has left is logged as information', async () => {
  const lines: { readonly level: string; readonly event: string }[] = []
  const log = createLog({
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const engineEvents = injectEvents()
  await using call = await startCall({ allowsRefer: true }, { log }, engineEvents.wrap)
  const { callId, trunkId } = call

  engineEvents.inject(callId, {
    type: 'leg-transfer-requested',
    legId: 'left',
    trunkId,
    to: target,
    state: 'waiting',
    at: Date.now(),
    number: 1_000,
  })

  const listLevels = (name: string) => lines.filter(({ event }) => event === name).map(({ level }) => level)
  await expect.poll(() => listLevels('call.event_failed')).toEqual(['info'])
  expect(listLevels('call.dial_failed')).toEqual(['info'])
})
