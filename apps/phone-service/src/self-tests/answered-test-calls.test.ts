import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { addPeerTrunk } from '../testing/add-peer-trunk.ts'
import { startPhone } from '../testing/start-phone.ts'

const numbers = ['+12125552368', '+12125552369'] as const
const [number, from] = numbers

/** Starts a phone with a trunk whose provider is a telephone of the test. */
async function start(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  await addPeerTrunk(phone, ada, { port: provider.port, numbers: [...numbers] })
  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  return {
    phone,
    provider,
    callIn: () => provider.call(number, from, port),
    /** Starts a test, which calls the provider. */
    runTest: async () => {
      const body = { parts: ['keypad'], testCallNumber: number }
      expect((await phone.as(ada).post('/self-test/runs', body)).status).toBe(202)
      return await provider.nextCall()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('ZR925: a test call that is answered ends, also while digits arrive', async () => {
  await using bakery = await start()
  await bakery.runTest()
  const call = await bakery.callIn()
  await call.next('answered')
  for (const [sent, answers] of [
    ['12#', '21#'],
    ['34#', '21#43#'],
  ] as const) {
    call.press(sent)
    await waitUntil('the digits come back', () => call.digits.join('') === answers)
  }
  call.press('56#')
  await call.next('ended')

  expect(call.digits.join('')).toBe('21#43#')
}, 60_000)

test('ZR925: a test call ends when digits arrive after its test', async () => {
  await using bakery = await start()
  await bakery.runTest()
  const call = await bakery.callIn()
  await call.next('answered')
  await bakery.phone.database.pool.query('delete from phone.test_calls')

  call.press('12#')
  await call.next('ended')

  expect(call.digits).toEqual([])
}, 60_000)

test('ZR925: the limits of incoming calls count test calls', async () => {
  // One call of a caller in five minutes.
  await using bakery = await start({ rateLimitFactor: 0.034 })
  const earlier = await bakery.callIn()
  await earlier.next('ringing')
  await bakery.runTest()

  const call = await bakery.callIn()

  await call.next('refused')
  expect(call.events.map(({ type }) => type)).not.toContain('answered')
})
