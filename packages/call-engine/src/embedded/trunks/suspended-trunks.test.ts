import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/** Guarantee: a node that may not take calls leaves no binding that would bring it calls. */
test('NR2: suspended trunks have no registration, and resuming registers exactly the given ones', async () => {
  await using registrar = await startRegistrar()
  await using engine = await startEngine()
  const trunk = (id: string) => ({
    ...createTrunkTo({ host: '127.0.0.1', port: registrar.port }),
    id,
    username: id,
  })
  await engine.useTrunk(trunk('ada'))
  await engine.useTrunk(trunk('grace'))
  await expect.poll(registrar.bindings, { timeout: 10_000 }).toBe(2)

  await engine.suspendTrunks()
  await expect.poll(registrar.bindings, { timeout: 10_000 }).toBe(0)
  await engine.useTrunk(trunk('linus'))
  expect((await engine.trunkState('linus'))?.status).toBe('unchecked')

  await engine.resumeTrunks([trunk('ada')])
  await expect
    .poll(async () => (await engine.trunkState('ada'))?.status, { timeout: 10_000 })
    .toBe('registered')
  expect([await engine.trunkState('grace'), await engine.trunkState('linus')]).toEqual([null, null])
  expect(registrar.bindings()).toBe(1)
})

test('NR2: a call of a suspended trunk is rejected with 503 and Retry-After', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  await engine.suspendTrunks()
  const events = engine.events[Symbol.asyncIterator]()

  const call = await phone.call(
    '+15550121',
    '+15550142',
    required(engine.sipAddresses[0], 'a SIP address').port,
  )
  const { incomingId } = await nextEvent(events, 'incoming')
  await engine.rejectIncoming(incomingId, 'suspended')

  expect(await call.next('refused')).toMatchObject({ status: 503, retryAfterSeconds: 10 })
})

/** Starts a registrar that accepts every user. */
async function startRegistrar() {
  const bound = new Set<string | null>()
  const agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Registrar',
  })
  agent.onRequest = ({ request: { headers }, respond }) => {
    const expires = headers.get('Expires') ?? '0'
    if (expires === '0') bound.delete(headers.get('Call-ID'))
    else bound.add(headers.get('Call-ID'))
    respond(200, 'OK', [['Expires', expires]])
  }
  return {
    bindings: () => bound.size,
    port: required(agent.addresses[0], 'an address').port,
    [Symbol.asyncDispose]: () => agent.close(),
  }
}
