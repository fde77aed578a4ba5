import { expect, test } from 'vitest'
import { answerTo } from '../message/answer.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest } from '../message/message.ts'
import { nextCall, record, sampleSdp, startAgent, uriOf } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'
import type { UserAgent } from '../user-agent/api.ts'

const sdpBody = { type: 'application/sdp', text: sampleSdp(2) }

function portOf(agent: UserAgent): number {
  return agent.addresses[0]!.port
}

function dial(agent: UserAgent, peer: RawPeer) {
  const call = agent.invite({
    target: `sip:grace@127.0.0.1:${peer.port}`,
    from: uriOf(agent, 'ada'),
    offer: sampleSdp(1),
  })
  return { call, heard: record(call) }
}

/** Returns a request of the peer in the dialog that it created with `toTag`. */
function inDialog(
  invite: SipRequest,
  peer: RawPeer,
  method: string,
  sequence: number,
  toTag: string,
): SipRequest {
  const headers = SipHeaders.of([
    ['Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${method}${sequence}`],
    ['Max-Forwards', '70'],
    ['From', `${invite.headers.get('To')};tag=${toTag}`],
    ['To', invite.headers.get('From')!],
    ['Call-ID', invite.headers.get('Call-ID')!],
    ['CSeq', `${sequence} ${method}`],
    ['Contact', `<sip:grace@127.0.0.1:${peer.port}>`],
  ])
  return { kind: 'request', method, uri: 'sip:ada@127.0.0.1', headers, body: noBody }
}

function invitationTo(
  agent: UserAgent,
  peer: RawPeer,
  fields: readonly (readonly [string, string])[] = [],
): SipRequest {
  const headers = SipHeaders.of([
    ['Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKfirst`],
    ['Max-Forwards', '70'],
    ['From', '<sip:grace@example.com>;tag=g1'],
    ['To', '<sip:ada@example.com>'],
    ['Call-ID', 'raw@example.com'],
    ['CSeq', '1 INVITE'],
    ['Contact', `<sip:grace@127.0.0.1:${peer.port}>`],
    ['Content-Type', 'application/sdp'],
    ...fields,
  ])
  const body = new TextEncoder().encode(sampleSdp(2))
  return { kind: 'request', method: 'INVITE', uri: `sip:ada@127.0.0.1:${portOf(agent)}`, headers, body }
}

const contactOf = (peer: RawPeer) => [['Contact', `<sip:grace@127.0.0.1:${peer.port}>`]] as const

/** Guarantee: a call that is answered while our CANCEL is in flight is ended. */
test('a 200 after our CANCEL is acknowledged and followed by BYE', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  peer.send(answerTo(invite, { status: 180, toTag: 'g1', headers: contactOf(peer) }), portOf(agent))
  await heard.next('ringing')
  const hungUp = call.hangUp()
  await peer.nextRequest('CANCEL')

  peer.send(
    answerTo(invite, { status: 200, toTag: 'g1', headers: contactOf(peer), body: sdpBody }),
    portOf(agent),
  )
  const ack = await peer.nextRequest('ACK')
  await peer.nextRequest('BYE')
  await hungUp

  expect(ack.headers.get('CSeq')).toBe('1 ACK')
  expect(await heard.next('refused')).toMatchObject({ cause: 'cancelled', status: 487 })
  expect(heard.events.map(({ type }) => type)).toEqual(['ringing', 'refused'])
})

test('hanging up before any response ends the call immediately, and sends CANCEL after the first provisional response', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')

  await call.hangUp()
  const refused = await heard.next('refused')
  peer.send(answerTo(invite, { status: 180, toTag: 'g1', headers: contactOf(peer) }), portOf(agent))
  const cancel = await peer.nextRequest('CANCEL')
  peer.send(answerTo(invite, { status: 487, toTag: 'g1' }), portOf(agent))
  await peer.nextRequest('ACK')

  expect(refused).toMatchObject({ cause: 'cancelled', status: 487 })
  expect(cancel.headers.list('Via')).toEqual(invite.headers.list('Via'))
  expect(heard.events).toHaveLength(1)
})

test('a challenge after hanging up is not answered', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const call = agent.invite({
    target: `sip:grace@127.0.0.1:${peer.port}`,
    from: uriOf(agent, 'ada'),
    offer: sampleSdp(1),
    credentials: { username: 'ada', password: 'secret' },
  })
  const heard = record(call)
  const invite = await peer.nextRequest('INVITE')

  await call.hangUp()
  const headers = [['WWW-Authenticate', 'Digest realm="example.com", nonce="n", qop="auth"']] as const
  peer.send(answerTo(invite, { status: 401, toTag: 'g1', headers }), portOf(agent))
  await peer.nextRequest('ACK')
  await agent.options({ target: uriOf(agent, 'ada'), from: uriOf(agent, 'ada') })

  expect(
    peer.received.filter((message) => message.kind === 'request' && message.method === 'INVITE'),
  ).toHaveLength(1)
  expect(await heard.next('refused')).toMatchObject({ cause: 'cancelled' })
})

test('of two forks that answer, the first is used and the other is ended', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')

  for (const toTag of ['first', 'second']) {
    peer.send(
      answerTo(invite, { status: 200, toTag, headers: contactOf(peer), body: sdpBody }),
      portOf(agent),
    )
  }
  await heard.next('answered')
  const bye = await peer.nextRequest('BYE')

  expect(bye.headers.get('To')).toContain('tag=second')
  expect(heard.events.map(({ type }) => type)).toEqual(['answered'])
})

test('a retransmitted 200 is acknowledged again in the same dialog', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const answer = answerTo(invite, { status: 200, toTag: 'g1', headers: contactOf(peer), body: sdpBody })

  peer.send(answer, portOf(agent))
  const first = await peer.nextRequest('ACK')
  peer.send(answer, portOf(agent))
  const second = await peer.nextRequest('ACK')

  expect(second.headers.get('CSeq')).toBe(first.headers.get('CSeq'))
  expect(heard.events.filter(({ type }) => type === 'answered')).toHaveLength(1)
})

test('every request of the call follows the route set in order', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const near = `<sip:127.0.0.1:${peer.port};lr>`
  const answer = answerTo(invite, {
    status: 200,
    toTag: 'g1',
    headers: [['Contact', '<sip:grace@192.0.2.7>']],
    body: sdpBody,
  })
  answer.headers.append('Record-Route', '<sip:far.example.com;lr>')
  answer.headers.append('Record-Route', near)

  peer.send(answer, portOf(agent))
  const ack = await peer.nextRequest('ACK')
  await heard.next('answered')
  void call.hangUp()
  const bye = await peer.nextRequest('BYE')

  for (const request of [ack, bye]) {
    expect(request.uri).toBe('sip:grace@192.0.2.7')
    expect(request.headers.list('Route')).toEqual([near, '<sip:far.example.com;lr>'])
  }
})

test('an accepted REFER gets 202 and progress by NOTIFY; a REFER without a listener is declined', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  peer.send(
    answerTo(invite, { status: 200, toTag: 'g1', headers: contactOf(peer), body: sdpBody }),
    portOf(agent),
  )
  await heard.next('answered')
  const refer = (sequence: number) => {
    const request = inDialog(invite, peer, 'REFER', sequence, 'g1')
    request.headers.append('Refer-To', '<sip:linus@example.com?Replaces=12345%40example.com%3Bto-tag%3D1>')
    peer.send(request, portOf(agent))
    return peer.next(
      (message) => message.kind === 'response' && message.headers.get('CSeq') === `${sequence} REFER`,
    )
  }

  const declined = await refer(1)
  call.onEvent((event) => {
    if (event.type === 'refer') event.refer.accept().report(200, 'OK')
  })
  const accepted = await refer(2)
  const first = await peer.nextRequest('NOTIFY')
  const last = await peer.nextRequest('NOTIFY')

  expect(declined).toMatchObject({ status: 603 })
  expect(accepted).toMatchObject({ status: 202 })
  expect((await heard.next('refer')).refer).toMatchObject({
    target: 'sip:linus@example.com',
    replaces: '12345@example.com;to-tag=1',
  })
  expect(Buffer.from(first.body).toString()).toContain('SIP/2.0 100 Trying')
  expect(Buffer.from(last.body).toString()).toContain('SIP/2.0 200 OK')
  expect(last.headers.get('Subscription-State')).toContain('terminated')
})

test('requests out of order, unknown methods and unknown dialogs are rejected', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  peer.send(
    answerTo(invite, { status: 200, toTag: 'g1', headers: contactOf(peer), body: sdpBody }),
    portOf(agent),
  )
  await heard.next('answered')
  const status = async (request: SipRequest) => {
    peer.send(request, portOf(agent))
    const sequence = request.headers.get('CSeq')
    const answer = await peer.next(
      (message) => message.kind === 'response' && message.headers.get('CSeq') === sequence,
    )
    return answer.kind === 'response' ? answer.status : 0
  }

  expect(await status(inDialog(invite, peer, 'OPTIONS', 9, 'g1'))).toBe(200)
  expect(await status(inDialog(invite, peer, 'OPTIONS', 8, 'g1'))).toBe(500)
  expect(await status(inDialog(invite, peer, 'SUBSCRIBE', 10, 'g1'))).toBe(405)
  expect(await status(inDialog(invite, peer, 'BYE', 11, 'nobody'))).toBe(481)
  expect(await status(inDialog(invite, peer, 'CANCEL', 12, 'g1'))).toBe(481)
})

test('an INVITE that arrives by two paths is accepted once and rejected with 482 once', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const calls: unknown[] = []
  agent.onInvite = (call) => calls.push(call)
  const invite = invitationTo(agent, peer)

  peer.send(invite, portOf(agent))
  await peer.nextResponse(100)
  const otherWay = invite.headers.copy()
  otherWay.set('Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKother`)
  peer.send({ ...invite, headers: otherWay }, portOf(agent))

  expect(await peer.nextResponse(482)).toBeDefined()
  expect(calls).toHaveLength(1)
})

/** Guarantee: a dropped request gets no response, not even if malformed. */
test('an unknown peer gets no response', async () => {
  const judged: string[] = []
  await using agent = await startAgent({
    accepts: (request) => {
      judged.push(request.method)
      return request.headers.get('X-Known') === null ? 'drop' : 'process'
    },
  })
  await using peer = await startRawPeer()
  const calls: unknown[] = []
  agent.onInvite = (call) => calls.push(call)
  const invite = invitationTo(agent, peer)
  const bad = invite.headers.copy()
  bad.set('CSeq', '1 BYE')
  const known = SipHeaders.of([...invitationTo(agent, peer).headers, ['X-Known', 'yes']])
  known.set('CSeq', '1 OPTIONS')
  known.set('Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKknown`)

  peer.send(invite, portOf(agent))
  peer.send({ ...invite, headers: bad }, portOf(agent))
  peer.send('complete nonsense\r\n\r\n', portOf(agent))
  peer.send({ ...invite, method: 'OPTIONS', headers: known, body: noBody }, portOf(agent))
  await peer.nextResponse(200)

  expect(peer.received).toHaveLength(1)
  expect(calls).toEqual([])
  expect(judged).toEqual(['INVITE', 'INVITE', 'OPTIONS'])
})

test('an INVITE over UDP is retransmitted after T1, 2 T1, 4 T1 … and times out after 64 T1', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { heard } = dial(agent, peer)
  await peer.nextRequest('INVITE')

  await clock.advance(499)
  const before = peer.received.length
  await clock.advance(1)
  const afterT1 = peer.received.length
  await clock.advance(31_499)
  const atTheEnd = peer.received.length
  await clock.advance(1)

  expect([before, afterT1, atTheEnd]).toEqual([1, 2, 7])
  expect(await heard.next('refused')).toMatchObject({ cause: 'timeout', status: 408 })
})

test('a 200 without an ACK is retransmitted for 64 T1, then the call is ended with BYE', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const incoming = nextCall(agent)
  peer.send(invitationTo(agent, peer), portOf(agent))
  const call = await incoming
  const heard = record(call)

  await call.answer(sampleSdp(3))
  await clock.advance(32_000)
  await peer.nextRequest('BYE')
  await clock.advance(100)

  const answers = peer.received.filter((message) => message.kind === 'response' && message.status === 200)
  expect(answers.length).toBe(11)
  expect(await heard.next('ended')).toMatchObject({ by: 'no-acknowledgement' })
})

test('a session that the peer does not refresh in time is ended', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const headers = [...contactOf(peer), ['Session-Expires', '120;refresher=uas'] as const]
  peer.send(answerTo(invite, { status: 200, toTag: 'g1', headers, body: sdpBody }), portOf(agent))
  await peer.nextRequest('ACK')
  await heard.next('answered')

  await clock.advance(87_000)
  const stillThere = heard.events.every(({ type }) => type !== 'ended')
  await clock.advance(2_000)

  expect(stillThere).toBe(true)
  expect(await heard.next('ended')).toMatchObject({ by: 'session-expired' })
  expect(await peer.nextRequest('BYE')).toBeDefined()
})

test('as refresher we send UPDATE after half the session interval', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { heard } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const timer = ['Session-Expires', '120;refresher=uac'] as const
  const headers = [...contactOf(peer), timer, ['Allow', 'INVITE, ACK, BYE, UPDATE'] as const]
  peer.send(answerTo(invite, { status: 200, toTag: 'g1', headers, body: sdpBody }), portOf(agent))
  await heard.next('answered')

  for (let round = 0; round < 3; round++) {
    await clock.advance(60_000)
    const update = await peer.nextRequest('UPDATE')
    expect(update.body).toHaveLength(0)
    peer.send(answerTo(update, { status: 200, headers: [timer] }), portOf(agent))
    await clock.advance(10)
  }

  expect(heard.events.map(({ type }) => type)).toEqual(['answered'])
})

test('a session interval below our minimum gets 422, and after a 422 of the peer we raise ours', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  agent.onInvite = (call) => call.refuse(486)
  peer.send(invitationTo(agent, peer, [['Session-Expires', '30']]), portOf(agent))
  const tooSmall = await peer.nextResponse(422)
  dial(agent, peer)
  const first = await peer.nextRequest('INVITE')
  peer.send(answerTo(first, { status: 422, headers: [['Min-SE', '3600']] }), portOf(agent))
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
  const invite = invitationTo(agent, peer)
  invite.headers.delete('Content-Type')
  peer.send({ ...invite, body: noBody }, portOf(agent))
  const call = await incoming
  const heard = record(call)

  await call.answer(sampleSdp(3))
  const answer = await peer.nextResponse(200)
  const ack = inDialog(invite, peer, 'ACK', 1, 'unused')
  ack.headers.set('From', invite.headers.get('From')!)
  ack.headers.set('To', answer.headers.get('To')!)
  ack.headers.set('Content-Type', 'application/sdp')
  peer.send({ ...ack, body: new TextEncoder().encode(sampleSdp(4)) }, portOf(agent))

  expect(call.offered).toBeNull()
  expect(Buffer.from(answer.body).toString()).toBe(sampleSdp(3))
  expect((await heard.next('peer-answer')).sdp).toBe(sampleSdp(4))
})
