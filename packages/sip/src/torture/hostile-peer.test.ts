import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { serialize } from '../message/serialize.ts'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'
import type { IncomingCall } from '../user-agent/api.ts'
import { request } from './create-messages.ts'

/** Returns a pseudo-random number generator with a fixed seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const waitUntilSent = () => new Promise((resolve) => setImmediate(resolve))

/** Guarantee: a peer that sends damaged messages loses its own call at most; other calls continue. */
test('a call continues while another peer sends thousands of damaged messages', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  await using grace = await startAgent()
  const incoming = nextCall(grace)
  const call = agent.invite({
    target: getUri(grace, 'grace'),
    from: getUri(agent, 'ada'),
    offer: sampleSdp(1),
  })
  const recorder = recordEvents(call)
  const answering = await incoming
  answering.onEvent((event) => {
    if (event.type === 're-offer') event.reOffer.answer(sampleSdp(3))
  })
  await answering.answer(sampleSdp(2))
  await recorder.next('answered')
  agent.onInvite = (hostile) => void hostile.answer(sampleSdp(4))
  const port = getPort(agent)
  const own = agent.invite({
    target: `sip:hedy@127.0.0.1:${peer.port}`,
    from: getUri(agent, 'ada'),
    offer: sampleSdp(5),
  })
  const invite = await peer.nextRequest('INVITE')

  const next = createRandom(3261)
  const seeds = [
    request({
      method: 'INVITE',
      fields: { Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKseed;rport` },
    }),
    request({ method: 'REGISTER' }),
    Buffer.from(
      serialize(
        createResponse(invite, {
          status: 183,
          toTag: 'h',
          headers: [
            ['Require', '100rel'],
            ['RSeq', '1'],
          ],
        }),
      ),
    ),
    Buffer.from(
      serialize(
        createResponse(invite, { status: 200, toTag: 'h', headers: [['Contact', '<sip:hedy@127.0.0.1>']] }),
      ),
    ),
  ]
  for (let round = 0; round < 3_000; round++) {
    const bytes = Buffer.from(required(seeds[next(seeds.length)], 'a message'))
    for (let damage = next(8); damage >= 0; damage--) bytes[next(bytes.length)] = next(256)
    peer.send(bytes.subarray(0, bytes.length - (next(3) === 0 ? next(bytes.length) : 0)), port)
    if (round % 50 === 0) await waitUntilSent()
  }
  const changed = await call.offer(() => sampleSdp(6))
  void own.hangUp()

  expect(changed).toEqual({ ok: true, sdp: sampleSdp(3) })
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('calls over the limit of one peer get 503, and its other calls continue', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent({ limits: { transactionsPerOwner: 3 } })
  const calls: IncomingCall[] = []
  agent.onInvite = (call) => calls.push(call)
  const port = getPort(agent)
  for (let number = 0; number < 4; number++) {
    const fields = {
      Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKcall${number}`,
      'Call-ID': `call-${number}@example.com`,
    }
    peer.send(request({ method: 'INVITE', fields }), port)
  }

  const rejected = await peer.nextResponse(503)
  required(calls[0], 'the call').refuse(486)
  const busy = await peer.nextResponse(486)

  expect(rejected.headers.get('Call-ID')).toBe('call-3@example.com')
  expect(rejected.headers.get('Retry-After')).toBe('10')
  expect(busy.headers.get('Call-ID')).toBe('call-0@example.com')
  expect(calls).toHaveLength(3)
})

test('an error in `accepts` drops the request', async () => {
  let attempts = 0
  await using peer = await startRawPeer()
  await using agent = await startAgent({
    accepts: (message) => {
      attempts += 1
      if (message.method === 'OPTIONS') return 'process'
      throw new Error('The list of trunks cannot be read')
    },
  })
  const port = getPort(agent)
  const via = { Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKjudge` }

  peer.send(request({ method: 'INVITE', fields: via }), port)
  peer.send(request({ fields: via }), port)
  await peer.nextResponse(200)

  expect(attempts).toBe(2)
  expect(peer.received).toHaveLength(1)
})
