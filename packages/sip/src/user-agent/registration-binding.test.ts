import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { DigestClient } from '../digest/client.ts'
import { createDigestServer } from '../digest/server.ts'
import { createResponse } from '../message/create-response.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import { serialize } from '../message/serialize.ts'
import { getUri, startAgent } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import type { Registration, RegistrationState, UserAgent } from './api.ts'

/** Starts a registrar with an account for Ada, on a real user agent. */
async function startRegistrar(algorithms: readonly ('MD5' | 'SHA-256')[], grantedSeconds = 120) {
  const digest = createDigestServer({ realm: 'example.com', algorithms })
  const registered: SipRequest[] = []
  const agent = await startAgent({
    accepts: async (request) => {
      const verdict = await digest.check(request, (name) => (name === 'ada' ? 'secret' : null))
      return verdict.ok ? 'process' : { challenge: verdict.challenge }
    },
  })
  agent.onRequest = ({ request, respond }) => {
    registered.push(request)
    const [contact = ''] = request.headers.list('Contact')
    respond(200, 'OK', [['Contact', contact.replace(/expires=\d+/, `expires=${grantedSeconds}`)]])
  }
  return { agent, registered }
}

function acceptRegister(request: SipRequest) {
  return createResponse(request, {
    status: 200,
    headers: [['Contact', request.headers.require('Contact')]],
  })
}

function waitForState<P extends RegistrationState['phase']>(registration: Registration, phase: P) {
  return new Promise<Extract<RegistrationState, { phase: P }>>((resolve) => {
    const look = (state: RegistrationState) => {
      if (state.phase === phase) resolve(state as Extract<RegistrationState, { phase: P }>)
    }
    registration.onState(look)
    look(registration.state)
  })
}

function register(agent: UserAgent, registrar: UserAgent, password: string): Registration {
  const { host, port } = required(registrar.addresses[0], 'the address of the user agent')
  return agent.register({
    registrar: `sip:${host}:${port}`,
    aor: 'sip:ada@example.com',
    credentials: { username: 'ada', password },
    transport: 'udp',
  })
}

test.each(['MD5', 'SHA-256'] as const)(
  'an address is registered with a %s digest and removed in the end',
  async (algorithm) => {
    const { agent: registrar, registered } = await startRegistrar([algorithm])
    await using _ = registrar
    await using ada = await startAgent()

    const registration = register(ada, registrar, 'secret')
    await waitForState(registration, 'registered')
    const { contact } = registration
    await registration.close()

    expect(contact).toBe(getUri(ada, 'ada'))
    expect(registered.map(({ headers }) => headers.get('Expires'))).toEqual(['600', '0'])
    expect(required(registered[0], 'the first REGISTER').headers.get('Authorization')).toContain(
      `algorithm=${algorithm}`,
    )
    expect(registration.state).toEqual({ phase: 'closed' })
  },
)

/** Guarantee: a wrong password is sent once, so that it does not lock the account. */
test('a wrong password fails after one authenticated request, and is not retried for half a minute', async () => {
  const { agent: registrar, registered } = await startRegistrar(['SHA-256'])
  await using _ = registrar
  const clock = new ManualClock()
  await using ada = await startAgent({ clock })

  const registration = register(ada, registrar, 'wrong')
  const failed = await waitForState(registration, 'failed')

  expect(failed).toMatchObject({ cause: 'response', status: 401 })
  expect(failed.retryAt - clock.now()).toBeGreaterThanOrEqual(30_000)
  expect(registered).toEqual([])
  void registration.close()
  await clock.advance(40_000)
})

test('a registration is refreshed before the granted expiry', async () => {
  const { agent: registrar, registered } = await startRegistrar(['SHA-256'], 120)
  await using _ = registrar
  const clock = new ManualClock()
  await using ada = await startAgent({ clock })

  const registration = register(ada, registrar, 'secret')
  const { expiresAt } = await waitForState(registration, 'registered')
  const grantedMs = expiresAt - clock.now()
  await clock.advance(119_000)

  expect(grantedMs).toBe(120_000)
  expect(registered.length).toBeGreaterThanOrEqual(2)
  expect(registration.state.phase).toBe('registered')
  void registration.close()
  await clock.advance(40_000)
})

test('a registration over UDP sends NAT keep-alives', async () => {
  const datagramSizes: number[] = []
  const registrar = createSocket('udp4')
  registrar.bind(0, '127.0.0.1')
  await once(registrar, 'listening')
  registrar.on('message', (bytes, { port, address }) => {
    datagramSizes.push(bytes.length)
    const { message } = parseMessage(bytes)
    if (message?.kind === 'request') registrar.send(serialize(acceptRegister(message)), port, address)
  })
  const clock = new ManualClock()
  await using ada = await startAgent({ clock })

  const registration = ada.register({
    registrar: `sip:127.0.0.1:${registrar.address().port}`,
    aor: 'sip:ada@example.com',
    transport: 'udp',
  })
  await waitForState(registration, 'registered')
  await clock.advance(80_000)
  await registration.close()
  registrar.close()

  expect(datagramSizes.filter((length) => length === 4)).toHaveLength(3)
})

test('after its connection breaks, a registration is renewed over a new one', async () => {
  const registrar = createServer()
  registrar.listen(0, '127.0.0.1')
  await once(registrar, 'listening')
  const { port } = registrar.address() as AddressInfo
  const connections: Socket[] = []
  registrar.on('connection', (socket) => {
    connections.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const { message } = parseMessage(bytes)
      if (message?.kind === 'request') socket.write(serialize(acceptRegister(message)))
    })
  })
  await using ada = await startAgent({ protocol: 'tcp' })
  const registration = ada.register({
    registrar: `sip:127.0.0.1:${port};transport=tcp`,
    aor: 'sip:ada@example.com',
  })
  await waitForState(registration, 'registered')

  const second = once(registrar, 'connection')
  required(connections[0], 'the connection').destroy()
  await second
  await registration.close()
  registrar.close()

  expect(connections).toHaveLength(2)
  expect(registration.state.phase).toBe('closed')
})

/** Guarantee: a registrar that closes its connections is not sent a request per second, each with a new binding. */
test('ZR576: a registrar that closes each connection after its response gets fewer and fewer requests', async () => {
  const registrar = createServer().listen(0, '127.0.0.1')
  await once(registrar, 'listening')
  const { port } = registrar.address() as AddressInfo
  let requests = 0
  registrar.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const { message } = parseMessage(bytes)
      if (message?.kind !== 'request') return
      requests += 1
      socket.end(serialize(acceptRegister(message)))
    })
  })
  const clock = new ManualClock()
  await using ada = await startAgent({ protocol: 'tcp', clock })
  const registration = ada.register({
    registrar: `sip:127.0.0.1:${port};transport=tcp`,
    aor: 'sip:ada@example.com',
  })

  for (let seconds = 0; seconds < 120; seconds++) await clock.advance(1_000)
  const { phase } = registration.state
  const count = requests
  void registration.close()
  await clock.advance(40_000)
  registrar.close()

  expect(phase).toBe('failed')
  expect(count).toBeGreaterThanOrEqual(4)
  expect(count).toBeLessThanOrEqual(9)
})

function authorized(uri: string, authorization: string | null): SipRequest {
  const headers = new SipHeaders()
  if (authorization !== null) headers.append('Authorization', authorization)
  return { kind: 'request', method: 'REGISTER', uri, headers, body: noBody }
}

/** Guarantee: digest credentials cannot be replayed. */
test('replayed credentials, an expired nonce and a foreign nonce are challenged again', async () => {
  let nowMs = 0
  const server = createDigestServer({ realm: 'example.com', nonceLifetimeMs: 1_000, now: () => nowMs })
  const findPassword = () => 'secret'
  const uri = 'sip:example.com'
  const challengeFor = async (authorization: string | null) =>
    await server.check(authorized(uri, authorization), findPassword)
  const first = await challengeFor(null)
  if (first.ok) throw new Error('Missing challenge')
  const peer = { protocol: 'udp', address: '192.0.2.2', port: 5060 } as const
  const client = new DigestClient({ username: 'ada', password: 'secret' }, () => true)
  const answer = required(
    client.authorize(peer, first.challenge, 'REGISTER', uri, new Set()),
    'the Authorization',
  )

  const accepted = await challengeFor(answer)
  const replayed = await challengeFor(answer)
  const counted = await challengeFor(
    required(client.authorize(peer, first.challenge, 'REGISTER', uri, new Set()), 'the Authorization'),
  )
  nowMs = 2_000
  const aged = await challengeFor(
    required(client.authorize(peer, first.challenge, 'REGISTER', uri, new Set()), 'the Authorization'),
  )
  const foreign = await challengeFor(
    required(
      client.authorize(
        peer,
        ['Digest realm="example.com", nonce="mine", qop="auth"'],
        'REGISTER',
        uri,
        new Set(),
      ),
      'the Authorization',
    ),
  )

  expect(answer).toContain('algorithm=SHA-256')
  expect(accepted).toEqual({ ok: true, username: 'ada' })
  expect(counted).toEqual({ ok: true, username: 'ada' })
  expect(replayed.ok).toBe(false)
  expect(aged).toMatchObject({
    ok: false,
    challenge: [expect.stringContaining('stale=true'), expect.anything()],
  })
  expect(foreign).toMatchObject({
    ok: false,
    challenge: [expect.not.stringContaining('stale'), expect.anything()],
  })
})
