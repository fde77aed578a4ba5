import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest } from '../message/message.ts'
import { getUri, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { createContactField, createInvite, dial, getPort, inDialog, sdpBody } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'

/** Guarantee: a call that is answered while our CANCEL is in flight is ended. */
test('a 200 after our CANCEL is acknowledged and followed by BYE', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  peer.send(
    createResponse(invite, { status: 180, toTag: 'g1', headers: createContactField(peer) }),
    getPort(agent),
  )
  await recorder.next('ringing')
  const hungUp = call.hangUp()
  await peer.nextRequest('CANCEL')

  peer.send(
    createResponse(invite, { status: 200, toTag: 'g1', headers: createContactField(peer), body: sdpBody }),
    getPort(agent),
  )
  const ack = await peer.nextRequest('ACK')
  await peer.nextRequest('BYE')
  await hungUp

  expect(ack.headers.get('CSeq')).toBe('1 ACK')
  expect(await recorder.next('refused')).toMatchObject({ cause: 'cancelled', status: 487 })
  expect(recorder.events.map(({ type }) => type)).toEqual(['ringing', 'refused'])
})

test('hanging up before any response ends the call immediately, and sends CANCEL after the first provisional response', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')

  await call.hangUp()
  const rejected = await recorder.next('refused')
  peer.send(
    createResponse(invite, { status: 180, toTag: 'g1', headers: createContactField(peer) }),
    getPort(agent),
  )
  const cancel = await peer.nextRequest('CANCEL')
  peer.send(createResponse(invite, { status: 487, toTag: 'g1' }), getPort(agent))
  await peer.nextRequest('ACK')

  expect(rejected).toMatchObject({ cause: 'cancelled', status: 487 })
  expect(cancel.headers.list('Via')).toEqual(invite.headers.list('Via'))
  expect(recorder.events).toHaveLength(1)
})

test('a challenge after hanging up is not answered', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const call = agent.invite({
    target: `sip:grace@127.0.0.1:${peer.port}`,
    from: getUri(agent, 'ada'),
    offer: sampleSdp(1),
    credentials: { username: 'ada', password: 'secret' },
  })
  const recorder = recordEvents(call)
  const invite = await peer.nextRequest('INVITE')

  await call.hangUp()
  const headers = [['WWW-Authenticate', 'Digest realm="example.com", nonce="n", qop="auth"']] as const
  peer.send(createResponse(invite, { status: 401, toTag: 'g1', headers }), getPort(agent))
  await peer.nextRequest('ACK')
  await agent.options({ target: getUri(agent, 'ada'), from: getUri(agent, 'ada') })

  expect(
    peer.received.filter((message) => message.kind === 'request' && message.method === 'INVITE'),
  ).toHaveLength(1)
  expect(await recorder.next('refused')).toMatchObject({ cause: 'cancelled' })
})

test('of two forks that answer, the first is used and the other is ended', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')

  for (const toTag of ['first', 'second']) {
    peer.send(
      createResponse(invite, { status: 200, toTag, headers: createContactField(peer), body: sdpBody }),
      getPort(agent),
    )
  }
  await recorder.next('answered')
  const bye = await peer.nextRequest('BYE')

  expect(bye.headers.get('To')).toContain('tag=second')
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('ZR525: a fork that answers is used when many others ring, and further answers are ended', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const respond = (status: number, toTag: string) => {
    const body = status === 200 ? { body: sdpBody } : {}
    peer.send(
      createResponse(invite, { status, toTag, headers: createContactField(peer), ...body }),
      getPort(agent),
    )
  }

  for (let count = 0; count < 30; count++) respond(180, `ringing${count}`)
  respond(200, 'answering')
  await recorder.next('answered')
  respond(200, 'late')

  expect((await peer.nextRequest('ACK')).headers.get('To')).toContain('tag=answering')
  expect((await peer.nextRequest('BYE')).headers.get('To')).toContain('tag=late')
})

test('a retransmitted 200 is acknowledged again in the same dialog', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const response = createResponse(invite, {
    status: 200,
    toTag: 'g1',
    headers: createContactField(peer),
    body: sdpBody,
  })

  peer.send(response, getPort(agent))
  const first = await peer.nextRequest('ACK')
  peer.send(response, getPort(agent))
  const second = await peer.nextRequest('ACK')

  expect(second.headers.get('CSeq')).toBe(first.headers.get('CSeq'))
  expect(recorder.events.filter(({ type }) => type === 'answered')).toHaveLength(1)
})

test('every request of the call follows the route set in order', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const near = `<sip:127.0.0.1:${peer.port};lr>`
  const response = createResponse(invite, {
    status: 200,
    toTag: 'g1',
    headers: [['Contact', '<sip:grace@192.0.2.7>']],
    body: sdpBody,
  })
  response.headers.append('Record-Route', '<sip:far.example.com;lr>')
  response.headers.append('Record-Route', near)

  peer.send(response, getPort(agent))
  const ack = await peer.nextRequest('ACK')
  await recorder.next('answered')
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
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  peer.send(
    createResponse(invite, { status: 200, toTag: 'g1', headers: createContactField(peer), body: sdpBody }),
    getPort(agent),
  )
  await recorder.next('answered')
  const refer = (sequence: number) => {
    const request = inDialog(invite, peer, 'REFER', sequence, 'g1')
    request.headers.append(
      'Refer-To',
      '<sip:linus@example.com?Replaces=12345%40example.com%3Bto-tag%3D1%3Bfrom-tag%3D2>',
    )
    peer.send(request, getPort(agent))
    return peer.next(
      (message) => message.kind === 'response' && message.headers.get('CSeq') === `${sequence} REFER`,
    )
  }

  const declined = await refer(1)
  call.onEvent((event) => {
    if (event.type !== 'refer') return
    const progress = event.refer.accept()
    progress.report(200, 'OK')
    progress.report(503, 'Too late')
  })
  const accepted = await refer(2)
  const first = await peer.nextRequest('NOTIFY')
  const last = await peer.nextRequest('NOTIFY')
  await refer(3)

  expect(declined).toMatchObject({ status: 603 })
  expect(accepted).toMatchObject({ status: 202 })
  expect((await recorder.next('refer')).refer).toMatchObject({
    target: 'sip:linus@example.com',
    replaces: '12345@example.com;to-tag=1;from-tag=2',
  })
  expect(Buffer.from(first.body).toString()).toContain('SIP/2.0 100 Trying')
  expect(Buffer.from(last.body).toString()).toContain('SIP/2.0 200 OK')
  expect(first.headers.get('Subscription-State')).toContain('active')
  expect(last.headers.get('Subscription-State')).toContain('terminated')
  const texts = peer.received.map(({ body }) => Buffer.from(body).toString())
  expect(texts.filter((text) => text.includes('Too late'))).toEqual([])
})

test('a response with a second Via is for another recipient and is ignored', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const foreign = createResponse(invite, { status: 486, toTag: 'g1' })
  foreign.headers.append('Via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKother')

  peer.send(foreign, getPort(agent))
  peer.send(
    createResponse(invite, { status: 180, toTag: 'g1', headers: createContactField(peer) }),
    getPort(agent),
  )
  await recorder.next('ringing')

  expect(recorder.events.map(({ type }) => type)).toEqual(['ringing'])
})

test('requests out of order, unknown methods and unknown dialogs are rejected', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  peer.send(
    createResponse(invite, { status: 200, toTag: 'g1', headers: createContactField(peer), body: sdpBody }),
    getPort(agent),
  )
  await recorder.next('answered')
  const status = async (request: SipRequest) => {
    peer.send(request, getPort(agent))
    const sequence = request.headers.get('CSeq')
    const response = await peer.next(
      (message) => message.kind === 'response' && message.headers.get('CSeq') === sequence,
    )
    return response.kind === 'response' ? response.status : 0
  }

  expect(await status(inDialog(invite, peer, 'OPTIONS', 9, 'g1'))).toBe(200)
  expect(await status(inDialog(invite, peer, 'OPTIONS', 8, 'g1'))).toBe(500)
  expect(await status(inDialog(invite, peer, 'SUBSCRIBE', 10, 'g1'))).toBe(405)
  expect(await status(inDialog(invite, peer, 'BYE', 11, 'stranger'))).toBe(481)
  expect(await status(inDialog(invite, peer, 'OPTIONS', 13, 'stranger'))).toBe(481)
  expect(await status(inDialog(invite, peer, 'CANCEL', 12, 'g1'))).toBe(481)
})

test('an INVITE that arrives by two paths is accepted once and rejected with 482 once', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const calls: unknown[] = []
  agent.onInvite = (call) => calls.push(call)
  const invite = createInvite(agent, peer)

  peer.send(invite, getPort(agent))
  await peer.nextResponse(100)
  const otherWay = invite.headers.copy()
  otherWay.set('Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKother`)
  peer.send({ ...invite, headers: otherWay }, getPort(agent))

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
  const invite = createInvite(agent, peer)
  const bad = invite.headers.copy()
  bad.set('CSeq', '1 BYE')
  const known = SipHeaders.of([...createInvite(agent, peer).headers, ['X-Known', 'yes']])
  known.set('CSeq', '1 OPTIONS')
  known.set('Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKknown`)

  peer.send(invite, getPort(agent))
  peer.send({ ...invite, headers: bad }, getPort(agent))
  peer.send('complete nonsense\r\n\r\n', getPort(agent))
  peer.send({ ...invite, method: 'OPTIONS', headers: known, body: noBody }, getPort(agent))
  await peer.nextResponse(200)

  expect(peer.received).toHaveLength(1)
  expect(calls).toEqual([])
  expect(judged).toEqual(['INVITE', 'INVITE', 'OPTIONS'])
})
