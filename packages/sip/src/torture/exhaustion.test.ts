import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { serialize } from '../message/serialize.ts'
import { startAgent } from '../testing/agents.ts'
import { createContactField, createInvite, dial, getPort, sdpBody } from '../testing/raw-calls.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'
import type { RegistrationState, UserAgent } from '../user-agent/api.ts'
import { request } from './create-messages.ts'

const challenge = (realm: string, stale: string) =>
  ['WWW-Authenticate', `Digest realm="${realm}", nonce="n"${stale}`] as const

/** Guarantee: no trunk occupies the process, or its memory, by endless exchanges. */
test.each([
  ['another realm', (count: number) => challenge(`realm ${count}`, '')],
  ['a stale nonce', () => challenge('realm', ', stale=true')],
])('VR4: a registrar that challenges every request with %s is asked five times', async (_, next) => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  let count = 0
  void answer(peer, agent, 'REGISTER', (incoming) =>
    createResponse(incoming, { status: 401, headers: [next(count++)] }),
  )

  const { status } = await waitForFailure(agent, peer)

  expect([status, count]).toEqual([401, 5])
})

test('WR4: a registrar that requires a longer expiry each time is asked six times', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  let count = 0
  void answer(peer, agent, 'REGISTER', (incoming) =>
    createResponse(incoming, {
      status: count < 20 ? 423 : 403,
      headers: [['Min-Expires', String(1_000 + count++)]],
    }),
  )

  const { status } = await waitForFailure(agent, peer)

  expect([status, count]).toEqual([423, 6])
})

test('WR4: a trunk that requires a longer session interval each time gets six INVITEs', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  let count = 0
  void answer(peer, agent, 'INVITE', (incoming) =>
    createResponse(incoming, {
      status: count < 20 ? 422 : 403,
      headers: [['Min-SE', String(2_000 + count++)]],
    }),
  )
  const { recorder } = dial(agent, peer)

  expect(await recorder.next('refused')).toMatchObject({ status: 422 })
  expect(count).toBe(6)
})

/** Guarantee: the phrase can be stored in a database. */
test('VR3, ZR10: a reason phrase is short and contains no control and invisible characters', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  void peer.nextRequest('REGISTER').then((incoming) => {
    const refusal = createResponse(incoming, { status: 403, reason: `No way${'y'.repeat(10_000)}` })
    peer.send(
      Buffer.from(serialize(refusal)).toString('latin1').replace('No way', 'No\0\u001b\u202eway'),
      getPort(agent),
    )
  })

  const { reason } = await waitForFailure(agent, peer)

  expect(reason).toBe(`No way${'y'.repeat(194)}`)
})

test('VR5: a registrar that asks to wait for months is asked again within a day', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  void answer(peer, agent, 'REGISTER', (incoming) =>
    createResponse(incoming, { status: 503, headers: [['Retry-After', '9999999999']] }),
  )

  const { retryAt } = await waitForFailure(agent, peer)

  expect(retryAt).toBeLessThanOrEqual(Date.now() + 86_400_000)
})

test('VR7: requests beyond the limit of one dialog get 503, and its BYE is accepted', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent({ limits: { transactionsPerDialog: 3 } })
  agent.onInvite = (call) => void call.ring()
  peer.send(createInvite(agent, peer), getPort(agent))
  const ringing = await peer.nextResponse(180)
  const send = sendInDialog(agent, peer, ringing)

  for (let sequence = 10; sequence < 14; sequence++) send('OPTIONS', sequence)
  const rejected = await peer.nextResponse(503)
  send('BYE', 20)
  const ended = await peer.next(
    ({ kind, headers }) => kind === 'response' && headers.get('CSeq') === '20 BYE',
  )

  expect(rejected.headers.get('CSeq')).toBe('13 OPTIONS')
  expect(ended).toMatchObject({ status: 200 })
})

/**
 * Guarantee: the calls of one workspace cannot prevent those of another, however many addresses its trunks
 * have.
 */
test('WR2: while other owners have all transactions, a further owner can start calls', async () => {
  await using agent = await startAgent({ limits: { transactions: 3 } })
  await using peer = await startRawPeer()
  await using other = await startRawPeer('127.0.0.2')
  agent.onInvite = (call) => void call.ring()

  const statuses: (number | null)[] = []
  for (const name of ['1', '2', '3', '4']) statuses.push(await callFrom(peer, agent, name))
  for (const name of ['5', '6', '7']) statuses.push(await callFrom(other, agent, name))

  expect(statuses).toEqual([180, 180, 180, 503, 180, 180, 503])
})

/** Guarantee: neither do the requests within these calls, which the peer may send at any rate. */
test('ZR710: requests in dialogs count against the limit of their owner, and a BYE is accepted', async () => {
  const owners = new Map([
    ['127.0.0.1', 'ada'],
    ['127.0.0.3', 'ada'],
    ['127.0.0.2', 'grace'],
  ])
  await using agent = await startAgent({
    limits: { transactions: 20, transactionsPerOwner: 5 },
    findPeerOwner: (address) => owners.get(address) ?? null,
  })
  await using peer = await startRawPeer()
  await using second = await startRawPeer('127.0.0.3')
  await using other = await startRawPeer('127.0.0.2')
  agent.onInvite = (call) => void call.ring()
  peer.send(createInvite(agent, peer), getPort(agent))
  const send = sendInDialog(agent, peer, await peer.nextResponse(180))

  for (let sequence = 10; sequence < 40; sequence++) send('OPTIONS', sequence)
  const last = await peer.next(({ headers }) => headers.get('CSeq') === '39 OPTIONS')
  const statuses: (number | null)[] = [await callFrom(second, agent, 'second')]
  for (const name of ['1', '2', '3', '4', '5', '6']) statuses.push(await callFrom(other, agent, name))
  send('BYE', 50)
  const ended = await peer.next(({ headers }) => headers.get('CSeq') === '50 BYE')

  expect(last).toMatchObject({ status: 503 })
  expect(statuses).toEqual([503, 180, 180, 180, 180, 180, 503])
  expect(ended).toMatchObject({ status: 200 })
})

test.each([
  ['pings', Buffer.from('\r\n\r\n'.repeat(4_000))],
  ['requests', Buffer.concat(Array<Buffer>(100).fill(request({})))],
])('VR8: a connection on which a peer sends %s without reading the replies is closed', async (_, bytes) => {
  await using agent = await startAgent({ protocol: 'tcp', limits: { unreadBytes: 10_000 } })
  const socket = connect({ host: '127.0.0.1', port: getPort(agent) })
  await once(socket, 'connect')
  socket.pause()
  // A connection that is reset reports an error.
  const closed = new Promise((resolve) => socket.once('error', resolve).once('close', resolve))

  // More than all buffers of the kernel hold.
  const maxBytes = 64_000_000
  let sentBytes = 0
  const send = () => {
    if (socket.destroyed || sentBytes >= maxBytes) return void socket.destroy()
    sentBytes += bytes.length
    socket.write(bytes, () => setImmediate(send))
  }
  send()

  await closed
  expect(sentBytes).toBeLessThan(maxBytes)
})

test('VR9: of a flood of provisional responses the first 200 count, and the call can be answered', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const headers = createContactField(peer)

  for (let count = 0; count < 300; count++) {
    peer.send(createResponse(invite, { status: 180, toTag: 'g', headers }), getPort(agent))
    // The receive buffer of the kernel is limited.
    if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  peer.send(createResponse(invite, { status: 200, toTag: 'g', headers, body: sdpBody }), getPort(agent))
  await recorder.next('answered')

  expect(recorder.events.filter(({ type }) => type === 'ringing')).toHaveLength(200)
})

test('VR10: requests that start no call do not count against the limit of a peer for calls', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent({ limits: { transactionsPerOwner: 1 } })
  agent.onInvite = (call) => void call.ring()

  for (const method of ['OPTIONS', 'SUBSCRIBE', 'FOO', 'OPTIONS', 'REFER']) {
    const fields = {
      Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${peer.received.length}${method}`,
      'Call-ID': `${peer.received.length}@example.com`,
    }
    peer.send(request({ method, fields }), getPort(agent))
    await peer.nextResponse()
  }
  peer.send(createInvite(agent, peer), getPort(agent))

  expect(await peer.nextResponse(180)).toBeTruthy()
})

/** Returns a function that sends a request of the dialog of a response to the INVITE of `createInvite`. */
function sendInDialog(agent: UserAgent, peer: RawPeer, response: SipResponse) {
  return (method: string, sequence: number) => {
    const fields = {
      Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${sequence}`,
      From: '<sip:grace@example.com>;tag=g1',
      To: response.headers.require('To'),
      'Call-ID': 'raw@example.com',
      CSeq: `${sequence} ${method}`,
    }
    peer.send(request({ method, fields }), getPort(agent))
  }
}

/** Returns the status that an INVITE of the peer gets. */
async function callFrom(peer: RawPeer, agent: UserAgent, name: string): Promise<number | null> {
  const invite = createInvite(agent, peer)
  invite.headers.set('Via', `SIP/2.0/UDP ${peer.address}:${peer.port};branch=z9hG4bK${name}`)
  invite.headers.set('Call-ID', `${name}@example.com`)
  peer.send(invite, getPort(agent))
  const response = await peer.next((message) => message.kind === 'response' && message.status !== 100)
  return response.kind === 'response' ? response.status : null
}

/** Responds to all requests of a method. */
async function answer(
  peer: RawPeer,
  agent: UserAgent,
  method: string,
  respond: (incoming: SipRequest) => ReturnType<typeof createResponse>,
): Promise<never> {
  for (;;) peer.send(respond(await peer.nextRequest(method)), getPort(agent))
}

function waitForFailure(agent: UserAgent, peer: RawPeer) {
  const registration = agent.register({
    registrar: `sip:127.0.0.1:${peer.port}`,
    aor: 'sip:ada@example.com',
    credentials: { username: 'ada', password: 'secret' },
    transport: 'udp',
  })
  return new Promise<Extract<RegistrationState, { phase: 'failed' }>>((resolve) => {
    registration.onState((state) => {
      if (state.phase === 'failed') resolve(state)
    })
  })
}
