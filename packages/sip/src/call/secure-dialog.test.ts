import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket, connect as tlsConnect } from 'node:tls'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { parseStoredDialog } from '../dialog/stored-dialog.ts'
import { parseTag } from '../message/address.ts'
import { createResponse } from '../message/create-response.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipMessage, type SipRequest, type SipResponse } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import { serialize } from '../message/serialize.ts'
import { nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { createInvite, getPort, inDialog } from '../testing/raw-calls.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'
import { MessageFramer } from '../transport/framing.ts'

/** Starts a TLS peer whose certificate is valid for `localhost` only. It answers calls with a Contact. */
async function startTlsPeer(getContact: (port: number) => string) {
  const tls = await makeCertificate({ names: 'DNS:localhost' })
  const sockets = new Set<TLSSocket>()
  const requests: SipRequest[] = []
  const server = createServer(tls, (socket) => {
    const framer = new MessageFramer(65_535)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      framer.push(chunk)
      for (let frame = framer.next(); frame; frame = framer.next()) {
        const message = frame.type === 'message' ? parseMessage(frame.bytes).message : null
        if (message?.kind === 'request') answer(socket, message)
      }
    })
  }).listen(0, '127.0.0.1')
  const answer = (socket: TLSSocket, request: SipRequest) => {
    requests.push(request)
    if (request.method === 'ACK') return
    const headers = [['Contact', getContact(port)] as const]
    const body = { type: 'application/sdp', text: sampleSdp(2) }
    const parts = request.method === 'INVITE' ? { headers, body } : {}
    socket.write(serialize(createResponse(request, { status: 200, toTag: 'g1', ...parts })))
  }
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    certificate: tls.cert,
    target: `sip:grace@localhost:${port};transport=tls`,
    requests,
    get methods() {
      return requests.map(({ method }) => method)
    },
    /** Closes the connections of the caller, and resolves when it has noticed. */
    async disconnect() {
      const closed = [...sockets].map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.end()
      await Promise.all(closed)
      sockets.clear()
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function connect(getContact: (port: number) => string) {
  const stack = new AsyncDisposableStack()
  const peer = stack.use(await startTlsPeer(getContact))
  const listen = [{ protocol: 'udp' as const, host: '127.0.0.1', port: 0 }]
  const agent = stack.use(
    await startAgent({ listen, tlsClient: { ca: peer.certificate }, acceptsReplaces: true }),
  )
  const call = agent.invite({ target: peer.target, from: 'sip:ada@example.com', offer: sampleSdp(1) })
  const recorder = recordEvents(call)
  await recorder.next('answered')
  await expect.poll(() => peer.methods).toContain('ACK')
  return { agent, call, peer, recorder, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee: the keys of the audio are never sent without encryption. */
test('ZR71: a request of a call over TLS is not sent over UDP, also if the Contact of the peer demands it', async () => {
  await using bystander = await startRawPeer()
  await using fixture = await connect(() => `<sip:grace@127.0.0.1:${bystander.port};transport=udp>`)

  await fixture.peer.disconnect()
  await fixture.call.hangUp()

  expect(bystander.received).toEqual([])
})

test('ZR72: after its connection was closed, a call over TLS ends at a Contact with the IP address of the peer', async () => {
  await using fixture = await connect((port) => `<sip:grace@127.0.0.1:${port};transport=tls>`)

  await fixture.peer.disconnect()
  await fixture.call.hangUp()

  expect(fixture.peer.methods).toContain('BYE')
})

/** Guarantee: a call of a process that crashed does not continue at the far end, nor at the cost of its owner. */
test('ZR711: after a crash, a call over TLS ends at a Contact with the IP address of the peer, with the certificate of its name', async () => {
  await using fixture = await connect((port) => `<sip:grace@127.0.0.1:${port};transport=tls>`)
  const { call, peer } = fixture
  const dialog = required(parseStoredDialog(JSON.parse(JSON.stringify(call.dialog))), 'the dialog')
  await using restarted = await startAgent({ tlsClient: { ca: peer.certificate } })
  const elsewhere = { ...dialog, verifiedServer: { name: 'localhost', address: '192.0.2.1' } }

  const outcomes = [await restarted.endDialog({ dialog: elsewhere }), await restarted.endDialog({ dialog })]

  expect(outcomes).toMatchObject([
    { ok: false, cause: 'transport' },
    { ok: true, status: 200 },
  ])
  expect(peer.methods.filter((method) => method === 'BYE')).toHaveLength(1)
})

/** Guarantee: a third party cannot take over a call over TLS, and does not receive the key of its audio. */
test('ZR573: a request of a call over TLS that arrives over UDP is rejected, and the call is unchanged', async () => {
  await using stranger = await startRawPeer()
  await using fixture = await connect((port) => `<sip:grace@127.0.0.1:${port};transport=tls>`)
  const { agent, peer, recorder } = fixture
  const invite = required(peer.requests[0], 'the INVITE')
  const responses: SipResponse[] = []

  for (const [index, method] of ['INVITE', 'UPDATE', 'INFO', 'BYE'].entries()) {
    const request = inDialog(invite, stranger, method, index + 1, 'g1')
    request.headers.append('Content-Type', 'application/sdp')
    stranger.send({ ...request, body: new TextEncoder().encode(sampleSdp(9)) }, getPort(agent))
    responses.push(await stranger.nextResponse())
  }
  const replaces = `${invite.headers.get('Call-ID')};to-tag=${parseTag(invite.headers.get('From'))};from-tag=g1`
  stranger.send(createInvite(agent, stranger, [['Replaces', replaces]]), getPort(agent))
  responses.push(await stranger.nextResponse())

  expect(responses.map(({ status }) => status)).toEqual([481, 481, 481, 481, 481])
  expect(responses.every(({ body }) => body.length === 0)).toBe(true)
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

/** Calls an agent over TLS from a peer of which a stranger knows everything. Its Via names the port of the stranger. */
async function callOverTls(stranger: RawPeer) {
  const stack = new AsyncDisposableStack()
  const tls = await makeCertificate()
  const listen = [
    { protocol: 'udp' as const, host: '127.0.0.1', port: 0 },
    { protocol: 'tls' as const, host: '127.0.0.1', port: 0, tls },
  ]
  const agent = stack.use(await startAgent({ listen }))
  const { port } = required(agent.addresses[1], 'the address for TLS')
  const socket = tlsConnect({ host: '127.0.0.1', port, ca: tls.cert })
  stack.defer(() => void socket.destroy())
  const framer = new MessageFramer(65_535)
  const received: SipMessage[] = []
  socket.on('data', (chunk) => {
    framer.push(chunk)
    for (let frame = framer.next(); frame; frame = framer.next()) {
      const { message } = frame.type === 'message' ? parseMessage(frame.bytes) : { message: null }
      if (message) received.push(message)
    }
  })
  const incoming = nextCall(agent)
  // Without an offer: the ACK contains the answer.
  const invite = { ...createInvite(agent, stranger), body: noBody }
  socket.write(serialize(invite))
  const call = await incoming
  return {
    agent,
    call,
    invite,
    recorder: recordEvents(call),
    send: (request: SipRequest) => socket.write(serialize(request)),
    /** Resolves to the response to the INVITE with this status. */
    waitForResponse: (status: number) =>
      waitUntil(`a response ${status}`, () =>
        received.find((message) => message.kind === 'response' && message.status === status),
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('ZR573: a CANCEL over UDP does not end a call that rings over TLS', async () => {
  await using stranger = await startRawPeer()
  await using fixture = await callOverTls(stranger)
  const { agent, invite, recorder } = fixture
  const cancel = toMethod(invite, 'CANCEL')

  stranger.send(cancel, getPort(agent))
  const { status } = await stranger.nextResponse()

  expect([status, recorder.events]).toEqual([481, []])
  fixture.send(cancel)
  expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
})

test('ZR573: an ACK over UDP neither confirms a call over TLS nor answers its offer', async () => {
  await using stranger = await startRawPeer()
  await using fixture = await callOverTls(stranger)
  const { agent, call, invite, recorder } = fixture
  const answered = fixture.waitForResponse(200)
  void call.answer(sampleSdp(1))
  const to = (await answered).headers.require('To')
  const acknowledge = (version: number): SipRequest => {
    const ack = toMethod(invite, 'ACK', [
      ['Via', `SIP/2.0/TLS 127.0.0.1:${stranger.port};branch=z9hG4bKack${version}`],
      ['To', to],
      ['Content-Type', 'application/sdp'],
    ])
    return { ...ack, body: new TextEncoder().encode(sampleSdp(version)) }
  }

  stranger.send(acknowledge(9), getPort(agent))
  // Arrives after the ACK.
  stranger.send(toMethod(invite, 'INFO', [['To', to]]), getPort(agent))
  expect((await stranger.nextResponse()).status).toBe(481)
  expect(recorder.events).toEqual([])

  fixture.send(acknowledge(2))
  expect((await recorder.next('peer-answer')).sdp).toContain('4711 2')
  expect(recorder.events.map(({ type }) => type)).toEqual(['established', 'peer-answer'])
})

test('ZR573: a Refer-To of a call over UDP names no call over TLS', async () => {
  await using stranger = await startRawPeer()
  await using fixture = await connect((port) => `<sip:grace@127.0.0.1:${port};transport=tls>`)
  const { agent, peer } = fixture
  const secure = required(peer.requests[0], 'the INVITE')
  const incoming = nextCall(agent)
  const invite = createInvite(agent, stranger)
  stranger.send(invite, getPort(agent))
  const call = await incoming
  const recorder = recordEvents(call)
  void call.answer(sampleSdp(1))
  const to = (await stranger.nextResponse(200)).headers.require('To')
  const send = (method: string, fields: readonly (readonly [string, string])[] = []) => {
    const via = ['Via', `SIP/2.0/UDP 127.0.0.1:${stranger.port};branch=z9hG4bK${method}`] as const
    stranger.send(toMethod(invite, method, [via, ['To', to], ...fields]), getPort(agent))
  }
  send('ACK')
  await recorder.next('established')

  const replaces = `${secure.headers.get('Call-ID')};to-tag=${parseTag(secure.headers.get('From'))};from-tag=g1`
  const referTo = `<sip:linus@example.com?Replaces=${encodeURIComponent(replaces)}>`
  send('REFER', [
    ['CSeq', '2 REFER'],
    ['Refer-To', referTo],
  ])

  expect((await recorder.next('refer')).refer).toMatchObject({ replaces, replacedCall: null })
})

/** Returns a request without a body that has the header fields of another one, with `fields` instead. */
function toMethod(
  { uri, headers }: SipRequest,
  method: string,
  fields: readonly (readonly [string, string])[] = [],
): SipRequest {
  const changed = new Map<string, string>([['CSeq', `1 ${method}`], ...fields])
  const names = ['Via', 'Max-Forwards', 'From', 'To', 'Call-ID', 'CSeq', 'Contact']
  const all = [...new Set([...names, ...changed.keys()])].map(
    (name) => [name, changed.get(name) ?? headers.require(name)] as const,
  )
  return { kind: 'request', method, uri, headers: SipHeaders.of(all), body: noBody }
}
