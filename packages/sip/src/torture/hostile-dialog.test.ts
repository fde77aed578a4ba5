import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { parseTag } from '../message/address.ts'
import { nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createInvite, getPort } from '../testing/raw-calls.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'
import type { UserAgent } from '../user-agent/api.ts'
import { request } from './create-messages.ts'

/** Starts an incoming call of the peer, with CSeq 1, that rings. */
async function ring(agent: UserAgent, peer: RawPeer) {
  const incoming = nextCall(agent)
  peer.send(createInvite(agent, peer), getPort(agent))
  const call = await incoming
  await call.ring()
  const ringing = await peer.nextResponse(180)
  const toTag = required(parseTag(ringing.headers.get('To')), 'the tag of To')
  /** Sends a request in the dialog, and returns the status of its response. */
  const exchange = async (method: string, sequence: number, body = '', contentType = 'application/dtmf') => {
    const fields = {
      Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${method}${sequence}`,
      From: '<sip:grace@example.com>;tag=g1',
      To: `<sip:ada@example.com>;tag=${toTag}`,
      'Call-ID': 'raw@example.com',
      CSeq: `${sequence} ${method}`,
      'Content-Type': contentType,
    }
    peer.send(request({ method, fields, body }), getPort(agent))
    const response = await peer.next(
      ({ kind, headers }) => kind === 'response' && headers.get('CSeq') === fields.CSeq,
    )
    return response.kind === 'response' ? response.status : null
  }
  /** Answers the call, and acknowledges the answer. */
  const answer = async () => {
    await call.answer(sampleSdp(3))
    const answered = await peer.nextResponse(200)
    const ack = createInvite(agent, peer).headers
    ack.set('CSeq', '1 ACK')
    ack.set('To', answered.headers.require('To'))
    peer.send({ ...createInvite(agent, peer), method: 'ACK', headers: ack }, getPort(agent))
  }
  return { call, exchange, answer }
}

test('YR5: a BYE with an old CSeq leaves a ringing call as it is, and the call can be rejected', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, exchange } = await ring(agent, peer)
  const recorder = recordEvents(call)

  expect(await exchange('BYE', 0)).toBe(500)
  expect(recorder.events).toEqual([])
  call.refuse(486)

  await peer.nextResponse(486)
  expect(await exchange('INFO', 9)).toBe(481)
})

test('YR5: a BYE in order ends a ringing call, whose INVITE gets 487', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, exchange } = await ring(agent, peer)
  const recorder = recordEvents(call)

  expect(await exchange('BYE', 2)).toBe(200)
  await peer.nextResponse(487)

  expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
})

test('YR5: a call that the application rejects after its answer is ended by BYE', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, answer } = await ring(agent, peer)
  const recorder = recordEvents(call)
  await answer()
  await recorder.next('established')

  call.refuse(500)

  await peer.nextRequest('BYE')
  expect(await recorder.next('ended')).toMatchObject({ by: 'us' })
})

test('YR1: of the digits before the first listener 100 are kept, and the ACK and the end of the call', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, exchange, answer } = await ring(agent, peer)
  for (let sequence = 2; sequence < 152; sequence++) expect(await exchange('INFO', sequence, '5')).toBe(200)
  await answer()
  await exchange('BYE', 152)

  const { events } = recordEvents(call)

  expect(events.map(({ type }) => type)).toEqual([...Array(100).fill('dtmf'), 'established', 'ended'])
})

/** Guarantee: a peer that changes its session without end does not occupy the database of the application. */
test('ZR336: of the offers of a peer in a call, 5 in a second are handled, and the others get 500', async () => {
  await using peer = await startRawPeer()
  const clock = new ManualClock()
  await using agent = await startAgent({ clock })
  const { call, exchange, answer } = await ring(agent, peer)
  const recorder = recordEvents(call)
  await answer()
  await recorder.next('established')
  let offers = 0
  call.onEvent((event) => {
    if (event.type !== 're-offer') return
    offers += 1
    event.reOffer.answer(sampleSdp(3))
  })
  const offer = (sequence: number) =>
    exchange('UPDATE', sequence, sampleSdp(100 + sequence), 'application/sdp')

  const statuses: (number | null)[] = []
  for (let sequence = 2; sequence < 22; sequence++) statuses.push(await offer(sequence))
  await clock.advance(1_000)

  expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(500)])
  expect([await offer(22), offers]).toEqual([200, 6])
})
