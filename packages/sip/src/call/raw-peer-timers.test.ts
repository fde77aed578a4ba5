import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { noBody } from '../message/message.ts'
import { nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createContactField, createInvite, dial, getPort, inDialog, sdpBody } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'

test('an INVITE over UDP is retransmitted after T1, 2 T1, 4 T1 … and times out after 64 T1', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { recorder } = dial(agent, peer)
  await peer.nextRequest('INVITE')

  await clock.advance(499)
  const before = peer.received.length
  await clock.advance(1)
  const afterT1 = peer.received.length
  await clock.advance(31_499)
  const countAtEnd = peer.received.length
  await clock.advance(1)

  expect([before, afterT1, countAtEnd]).toEqual([1, 2, 7])
  expect(await recorder.next('refused')).toMatchObject({ cause: 'timeout', status: 408 })
})

test('a 200 without an ACK is retransmitted for 64 T1, then the call is ended with BYE', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const incoming = nextCall(agent)
  peer.send(createInvite(agent, peer), getPort(agent))
  const call = await incoming
  const recorder = recordEvents(call)

  await call.answer(sampleSdp(3))
  await clock.advance(32_000)
  await peer.nextRequest('BYE')
  await clock.advance(100)

  const answers = peer.received.filter((message) => message.kind === 'response' && message.status === 200)
  expect(answers.length).toBe(11)
  expect(await recorder.next('ended')).toMatchObject({ by: 'no-acknowledgement' })
})

test('an ACK of another INVITE does not end the retransmission of a 200', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const incoming = nextCall(agent)
  const invite = createInvite(agent, peer)
  peer.send(invite, getPort(agent))
  const call = await incoming
  const recorder = recordEvents(call)
  await call.answer(sampleSdp(3))
  const response = await peer.nextResponse(200)
  const acknowledge = (sequence: number) => {
    const ack = inDialog(invite, peer, 'ACK', sequence, 'unused')
    ack.headers.set('From', invite.headers.require('From'))
    ack.headers.set('To', response.headers.require('To'))
    peer.send(ack, getPort(agent))
  }

  acknowledge(2)
  await clock.advance(500)
  const repeated = await peer.nextResponse(200)
  const countBefore = recorder.events.length
  acknowledge(1)
  await recorder.next('established')

  expect(repeated.headers.get('CSeq')).toBe('1 INVITE')
  expect(countBefore).toBe(0)
})

test('a session that the peer does not refresh in time is ended', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const headers = [...createContactField(peer), ['Session-Expires', '120;refresher=uas'] as const]
  peer.send(createResponse(invite, { status: 200, toTag: 'g1', headers, body: sdpBody }), getPort(agent))
  await peer.nextRequest('ACK')
  await recorder.next('answered')

  await clock.advance(87_000)
  const isRunning = recorder.events.every(({ type }) => type !== 'ended')
  await clock.advance(2_000)

  expect(isRunning).toBe(true)
  expect(await recorder.next('ended')).toMatchObject({ by: 'session-expired' })
  expect(await peer.nextRequest('BYE')).toBeDefined()
})

test('as refresher we send UPDATE after half the session interval', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const timer = ['Session-Expires', '120;refresher=uac'] as const
  const headers = [...createContactField(peer), timer, ['Allow', 'INVITE, ACK, BYE, UPDATE'] as const]
  peer.send(createResponse(invite, { status: 200, toTag: 'g1', headers, body: sdpBody }), getPort(agent))
  await recorder.next('answered')

  for (let round = 0; round < 3; round++) {
    await clock.advance(60_000)
    const update = await peer.nextRequest('UPDATE')
    expect(update.body).toHaveLength(0)
    peer.send(createResponse(update, { status: 200, headers: [timer] }), getPort(agent))
    await clock.advance(10)
  }

  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('a session interval below our minimum gets 422, and after a 422 of the peer we raise ours', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  agent.onInvite = (call) => call.refuse(486)
  peer.send(createInvite(agent, peer, [['Session-Expires', '30']]), getPort(agent))
  const tooSmall = await peer.nextResponse(422)
  dial(agent, peer)
  const first = await peer.nextRequest('INVITE')
  peer.send(createResponse(first, { status: 422, headers: [['Min-SE', '3600']] }), getPort(agent))
  await peer.nextRequest('ACK')
  const second = await peer.nextRequest('INVITE')

  expect(tooSmall.headers.get('Min-SE')).toBe('90')
  expect(second.headers.get('Session-Expires')).toBe('3600')
  expect(second.headers.get('CSeq')).toBe('2 INVITE')
})

test('an INVITE without an offer gets ours in the 2xx, and the answer arrives in the ACK', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const incoming = nextCall(agent)
  const invite = createInvite(agent, peer)
  invite.headers.delete('Content-Type')
  peer.send({ ...invite, body: noBody }, getPort(agent))
  const call = await incoming
  const recorder = recordEvents(call)

  await call.answer(sampleSdp(3))
  const response = await peer.nextResponse(200)
  const ack = inDialog(invite, peer, 'ACK', 1, 'unused')
  ack.headers.set('From', invite.headers.require('From'))
  ack.headers.set('To', response.headers.require('To'))
  ack.headers.set('Content-Type', 'application/sdp')
  peer.send({ ...ack, body: new TextEncoder().encode(sampleSdp(4)) }, getPort(agent))

  expect(call.offered).toBeNull()
  expect(Buffer.from(response.body).toString()).toBe(sampleSdp(3))
  expect((await recorder.next('peer-answer')).sdp).toBe(sampleSdp(4))
})
