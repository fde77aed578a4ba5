import { expect, test } from 'vitest'
import type { Resolver } from '../dns/locate.ts'
import { createResponse } from '../message/create-response.ts'
import { SipHeaders } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { createInvite, dial, getPort } from '../testing/raw-calls.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'
import type { EndpointFilter, InviteOptions, UserAgent } from '../user-agent/api.ts'

const sdpBody = { type: 'application/sdp', text: sampleSdp(2) }

const allowAllExcept =
  ({ port }: RawPeer): EndpointFilter =>
  (place) =>
    place.port !== port

/** Returns header fields by which `peer` directs the requests of a call to a bystander. */
const redirections = {
  Contact: (_: RawPeer, bystander: RawPeer) => [contactAt(bystander)],
  'Record-Route': (peer: RawPeer, { address, port }: RawPeer) => [
    contactAt(peer),
    ['Record-Route', `<sip:${address}:${port};lr>`] as const,
  ],
}

function contactAt({ address, port }: RawPeer) {
  return ['Contact', `<sip:grace@${address}:${port}>`] as const
}

function invitation(port: number, peer: RawPeer, fields: readonly (readonly [string, string])[]): SipRequest {
  const headers = SipHeaders.of([
    ['Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKfirst`],
    ['Max-Forwards', '70'],
    ['From', '<sip:grace@example.com>;tag=g1'],
    ['To', '<sip:ada@example.com>'],
    ['Call-ID', 'places@example.com'],
    ['CSeq', '1 INVITE'],
    ['Content-Type', 'application/sdp'],
    ...fields,
  ])
  const body = new TextEncoder().encode(sampleSdp(2))
  return { kind: 'request', method: 'INVITE', uri: `sip:ada@127.0.0.1:${port}`, headers, body }
}

interface Redirection
  extends Pick<InviteOptions, 'credentials' | 'isEndpointAllowed' | 'isDialogEndpointAllowed'> {
  /** The header fields of the 200. */
  readonly headers: Iterable<readonly [string, string]>
}

/** Calls a peer. The header fields of its 200 direct the requests of the call elsewhere. */
async function callAndRedirect(agent: UserAgent, peer: RawPeer, { headers, ...options }: Redirection) {
  const call = agent.invite({
    target: `sip:grace@127.0.0.1:${peer.port}`,
    from: getUri(agent, 'ada'),
    offer: sampleSdp(1),
    ...options,
  })
  const recorder = recordEvents(call)
  const invite = await peer.nextRequest('INVITE')
  const answer = { status: 200, toTag: 'g1', headers, body: sdpBody }
  peer.send(createResponse(invite, answer), getPort(agent))
  await recorder.next('answered')
  return call
}

/** Guarantee: the called peer cannot make us send requests to a forbidden endpoint. */
test.each(['Contact', 'Record-Route'] as const)(
  'requests of an outgoing call are not sent to a forbidden endpoint in the %s of its 200',
  async (field) => {
    await using peer = await startRawPeer()
    await using bystander = await startRawPeer()
    await using agent = await startAgent()
    const call = await callAndRedirect(agent, peer, {
      headers: redirections[field](peer, bystander),
      isEndpointAllowed: allowAllExcept(bystander),
    })

    const info = await call.sendInfo('application/dtmf', '5')
    await call.hangUp()

    expect(info).toMatchObject({ ok: false, cause: 'forbidden' })
    expect(bystander.received).toEqual([])
  },
)

/** Guarantee: the calling peer cannot make us send requests to a forbidden endpoint. */
test.each(['Contact', 'Record-Route'] as const)(
  'requests of an incoming call are not sent to a forbidden endpoint in the %s of its INVITE',
  async (field) => {
    await using peer = await startRawPeer()
    await using bystander = await startRawPeer()
    await using agent = await startAgent()
    const port = getPort(agent)
    const incoming = nextCall(agent)
    const invite = invitation(port, peer, redirections[field](peer, bystander))
    peer.send(invite, port)
    const call = await incoming
    call.isEndpointAllowed = allowAllExcept(bystander)
    const recorder = recordEvents(call)
    await call.answer(sampleSdp(1))
    const answered = await peer.nextResponse(200)
    const ack = SipHeaders.of([
      ...(['Via', 'Max-Forwards', 'From', 'Call-ID'] as const).map(
        (name) => [name, invite.headers.require(name)] as const,
      ),
      ['To', answered.headers.require('To')],
      ['CSeq', '1 ACK'],
    ])
    peer.send({ ...invite, method: 'ACK', headers: ack, body: new Uint8Array(0) }, port)
    await recorder.next('established')

    const info = await call.sendInfo('application/dtmf', '5')
    await call.hangUp()

    expect(info).toMatchObject({ ok: false, cause: 'forbidden' })
    expect(bystander.received).toEqual([])
  },
)

/** Guarantee: the far end of a call learns neither the user name of a trunk nor a response made with its password. */
test.each(['Contact', 'Record-Route'] as const)(
  'ZR506: a challenge of an endpoint in the %s of an answer gets no credentials',
  async (field) => {
    await using peer = await startRawPeer()
    await using bystander = await startRawPeer('127.0.0.2')
    await using agent = await startAgent()
    const call = await callAndRedirect(agent, peer, {
      headers: redirections[field](peer, bystander),
      credentials: { username: 'ada', password: 'secret' },
    })
    const offered = call.offer(() => sampleSdp(3))
    const challenge = ['WWW-Authenticate', 'Digest realm="example.com", nonce="n1"'] as const
    const offer = await bystander.nextRequest('INVITE')
    bystander.send(createResponse(offer, { status: 401, headers: [challenge] }), getPort(agent))

    expect(await offered).toMatchObject({ ok: false, status: 401 })
    const requests = bystander.received.filter(({ kind }) => kind === 'request')
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual(requests.map(() => null))
  },
)

/** Guarantee: a peer cannot make us place a call at a bystander, who may charge for it. */
test.each(['', ';tag', ';tag="g 1"'])(
  'ZR489: an answer with the To parameters "%s" is not acknowledged, and ends the call',
  async (parameters) => {
    await using peer = await startRawPeer()
    await using bystander = await startRawPeer()
    await using agent = await startAgent()
    const { call, recorder } = dial(agent, peer)
    const invite = await peer.nextRequest('INVITE')
    const answer = createResponse(invite, { status: 200, headers: [contactAt(bystander)], body: sdpBody })
    answer.headers.set('To', `<sip:+15550199@127.0.0.1>${parameters}`)
    peer.send(answer, getPort(agent))

    expect(await recorder.next('refused')).toMatchObject({ status: 488 })
    expect(await call.offer(() => sampleSdp(3))).toMatchObject({ ok: false })
    expect(bystander.received).toEqual([])
  },
)

test('ZR489: our requests in a dialog name whom we called, not whom the answer names', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const answer = createResponse(invite, { status: 200, headers: [contactAt(peer)], body: sdpBody })
  answer.headers.set('To', '<sip:+15550199@127.0.0.1>;tag=g1')
  peer.send(answer, getPort(agent))
  await recorder.next('answered')
  const ended = call.hangUp()
  const bye = await peer.nextRequest('BYE')
  peer.send(createResponse(bye, { status: 200 }), getPort(agent))
  await ended

  expect(bye.headers.get('To')).toBe(`${invite.headers.get('To')};tag=g1`)
})

test.each(['', ';tag', ';tag=', ';tag="g 1"'])(
  'ZR489: a call with the From parameters "%s" is rejected',
  async (parameters) => {
    await using peer = await startRawPeer()
    await using agent = await startAgent()
    const invite = createInvite(agent, peer)
    invite.headers.set('From', `<sip:+15550199@127.0.0.1>${parameters}`)
    peer.send(invite, getPort(agent))

    await peer.nextResponse(400)
  },
)

/** Guarantee: the DNS of a peer cannot make us send requests to a forbidden endpoint. */
test('an endpoint of an SRV record is checked, and after a forbidden one the next one is tried', async () => {
  await using peer = await startRawPeer()
  await using bystander = await startRawPeer()
  const resolver: Resolver = {
    naptr: async () => [],
    srv: async (name) =>
      name === '_sip._udp.trunk.example.com'
        ? [
            { name: '127.0.0.1', port: bystander.port, priority: 1, weight: 1 },
            { name: '127.0.0.1', port: peer.port, priority: 2, weight: 1 },
          ]
        : [],
    addresses: async () => [],
  }
  await using agent = await startAgent({ resolver, isEndpointAllowed: allowAllExcept(bystander) })

  const asking = agent.options({ target: 'sip:trunk.example.com;transport=udp', from: getUri(agent, 'ada') })
  peer.send(createResponse(await peer.nextRequest('OPTIONS'), { status: 200, toTag: 'g1' }), getPort(agent))

  expect(await asking).toMatchObject({ ok: true })
  expect(bystander.received).toEqual([])
})

test('a forbidden registrar has another cause than an unreachable one', async () => {
  await using registrar = await startRawPeer()
  await using agent = await startAgent({ isEndpointAllowed: () => false })
  const uri = `sip:127.0.0.1:${registrar.port}`

  const registration = agent.register({ registrar: uri, aor: `sip:ada@127.0.0.1:${registrar.port}` })
  const failed = await new Promise((resolve) => registration.onState(resolve))

  expect(failed).toMatchObject({ phase: 'failed', cause: 'forbidden', status: 503 })
  expect(registrar.received).toEqual([])
})
