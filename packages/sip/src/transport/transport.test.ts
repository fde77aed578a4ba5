import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { parseMessage } from '../message/parse.ts'
import { serialize } from '../message/serialize.ts'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { getPort } from '../testing/raw-calls.ts'
import type { UserAgent } from '../user-agent/api.ts'
import { Connection } from './connection.ts'
import { MessageFramer } from './framing.ts'

function options(branch: string): string {
  return [
    'OPTIONS sip:ada@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/TCP client.example.com;branch=z9hG4bK${branch}`,
    'From: <sip:grace@example.com>;tag=1',
    'To: <sip:ada@example.com>',
    `Call-ID: ${branch}@example.com`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')
}

async function dial(agent: UserAgent): Promise<Socket> {
  const socket = connect(getPort(agent), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Reads until `done` returns true or the connection closes. */
async function readSocketUntil(socket: Socket, done: (text: string) => boolean): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (done(text)) break
  }
  return text
}

test('messages are extracted from a stream for any chunk size', () => {
  const stream = Buffer.from(
    `\r\n\r\n${options('1')}\r\n${options('2').replace('Content-Length: 0', 'l : 5')}12345${options('3')}`,
  )
  for (let size = 1; size < 200; size += 7) {
    const framer = new MessageFramer(65_535)
    const frames = []
    for (let at = 0; at < stream.length; at += size) {
      framer.push(stream.subarray(at, at + size))
      for (let frame = framer.next(); frame; frame = framer.next()) frames.push(frame)
    }

    const messages = frames.flatMap((frame) =>
      frame.type === 'message' ? [Buffer.from(frame.bytes).toString()] : [],
    )
    expect(messages).toHaveLength(3)
    expect(messages[1]).toMatch(/12345$/)
    expect(framer.partial).toBe(false)
  }
})

test('a ping on a connection is answered with a pong, and messages before and after it are handled', async () => {
  await using agent = await startAgent({ protocol: 'tcp' })
  const socket = await dial(agent)

  socket.write(`${options('1')}\r\n\r\n${options('2')}`)
  const text = await readSocketUntil(socket, (seen) => seen.split('SIP/2.0 200').length === 3)
  socket.destroy()

  expect(text).toContain('\r\n\r\n\r\nSIP/2.0 200')
})

/**
 * Guarantee: a peer cannot hide a request in the body of another one, because both sides agree where a
 * message ends.
 */
test.each([
  ['without a valid Content-Length', 'Content-Length: many'],
  ['with two Content-Lengths', 'Content-Length: 0\r\nl: 100'],
])('a message %s gets a response, and the connection is closed', async (_, contentLength) => {
  await using agent = await startAgent({ protocol: 'tcp' })
  const socket = await dial(agent)

  socket.write(options('1').replace('Content-Length: 0', contentLength))
  const text = await readSocketUntil(socket, () => false)

  expect(text).toMatch(/^SIP\/2\.0 400 /)
})

test('a message over the size limit gets 513, and the connection is closed', async () => {
  await using agent = await startAgent({ protocol: 'tcp', limits: { messageBytes: 2_000 } })
  const socket = await dial(agent)

  socket.write(options('1').replace('Content-Length: 0', 'Content-Length: 3000'))
  const text = await readSocketUntil(socket, () => false)

  expect(text).toMatch(/^SIP\/2\.0 513 /)
})

/** Guarantee: one peer cannot exhaust the connections. */
test('connections over the limit are closed immediately, and the others keep working', async () => {
  await using agent = await startAgent({ protocol: 'tcp', limits: { connectionsPerPeer: 2 } })
  const [first, second] = [await dial(agent), await dial(agent)]
  const third = connect(getPort(agent), '127.0.0.1')
  third.on('error', () => {})
  await once(third, 'close')

  second.write(options('1'))
  const text = await readSocketUntil(second, (seen) => seen.includes('SIP/2.0 200'))
  first.destroy()
  await once(first, 'close')

  expect(text).toContain('SIP/2.0 200')
})

/** Guarantee: connections do not use memory after they are closed, even when each is to another endpoint. */
test('after 1,000 connections in each direction are closed, the user agent stores none of them', async () => {
  await using agent = await startAgent({ protocol: 'tcp' })
  const peer = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      const { message } = parseMessage(bytes)
      if (message?.kind === 'request') socket.end(serialize(createResponse(message, { status: 200 })))
    })
  })
  peer.listen(0, '0.0.0.0')
  await once(peer, 'listening')
  const { port } = peer.address() as AddressInfo
  const before = queryObjects(Connection, { format: 'count' })

  for (let n = 0; n < 1_000; n++) {
    const target = `sip:grace@127.1.${n >> 8}.${n & 255}:${port};transport=tcp`
    expect(await agent.options({ target, from: getUri(agent, 'ada') })).toMatchObject({ ok: true })
    const socket = await dial(agent)
    socket.write(options(String(n)))
    await once(socket, 'data')
    socket.destroy()
    await once(socket, 'close')
  }
  peer.close()
  await once(peer, 'close')

  expect(queryObjects(Connection, { format: 'count' }) - before).toBeLessThan(10)
})

/** Guarantee: nothing is sent to a peer whose certificate is for another name, expired or from an unknown issuer. */
test.each([
  { problem: 'of an unknown issuer', certificate: {}, isTrusted: false },
  { problem: 'for another name', certificate: { names: 'DNS:provider.example.com' }, isTrusted: true },
  { problem: 'that has expired', certificate: { days: -1 }, isTrusted: true },
])('ZR71: a TLS peer with a certificate $problem is rejected', async ({ certificate, isTrusted }) => {
  const [tls, other] = await Promise.all([makeCertificate(certificate), makeCertificate()])
  const listen = [{ protocol: 'tls' as const, host: '127.0.0.1', port: 0, tls }]
  await using grace = await startAgent({ listen })
  await using careful = await startAgent({ tlsClient: { ca: isTrusted ? tls.cert : other.cert } })
  await using careless = await startAgent({ tlsClient: { unverified: 'accept' } })
  const target = getUri(grace, 'grace')

  const refused = await careful.options({ target, from: 'sip:ada@example.com' })
  const accepted = await careless.options({ target, from: 'sip:ada@example.com' })

  expect(refused).toMatchObject({ ok: false, cause: 'transport', status: 503 })
  expect(accepted).toMatchObject({ ok: true })
})

/** Guarantee: no server of a trunk chooses parameters of a key exchange that occupy the process. */
test('ZR89: a TLS peer that demands finite-field Diffie-Hellman is rejected', async () => {
  const { key, cert } = await makeCertificate()
  const peer = createTlsServer({
    key,
    cert,
    dhparam: 'auto',
    maxVersion: 'TLSv1.2',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256',
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  const { port } = peer.address() as AddressInfo
  const refusal = once(peer, 'tlsClientError')
  await using agent = await startAgent({ tlsClient: { ca: cert } })

  const response = await agent.options({
    target: `sip:grace@127.0.0.1:${port};transport=tls`,
    from: 'sip:ada@example.com',
  })

  expect(response).toMatchObject({ ok: false, cause: 'transport' })
  expect((await refusal)[0].code).toBe('ERR_SSL_NO_SHARED_CIPHER')
  peer.close()
})

/** Guarantee: traces contain no digest response and no media key. */
test('traces redact credentials and keys', async () => {
  const traced: string[] = []
  await using ada = await startAgent({ onTrace: (_direction, _remote, text) => traced.push(text) })
  await using grace = await startAgent({
    accepts: (request) =>
      request.headers.get('Authorization') === null
        ? { challenge: ['Digest realm="example.com", nonce="n", qop="auth"'] }
        : 'process',
  })
  const incoming = nextCall(grace)
  const keyed = `${sampleSdp()}a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0\r\n`
  const call = ada.invite({
    target: getUri(grace, 'grace'),
    from: getUri(ada, 'ada'),
    offer: keyed,
    credentials: { username: 'ada', password: 'secret' },
  })
  const recorder = recordEvents(call)
  const answering = await incoming
  await answering.answer(keyed)
  await recorder.next('answered')
  await call.hangUp()

  expect(answering.offered).toContain('c2VjcmV0')
  expect(traced.join('')).toContain('a=crypto:1')
  expect(traced.join('')).not.toContain('c2VjcmV0')
  expect(traced.join('')).not.toMatch(/response="/)
})

test('a call over IPv6 works', async () => {
  const listen = [{ protocol: 'udp' as const, host: '::1', port: 0 }]
  await using ada = await startAgent({ listen })
  await using grace = await startAgent({ listen })
  const incoming = nextCall(grace)
  const call = ada.invite({
    target: `sip:grace@[::1]:${getPort(grace)}`,
    from: 'sip:ada@example.com',
    offer: sampleSdp(),
  })
  const recorder = recordEvents(call)
  const answering = await incoming
  await answering.answer(sampleSdp())
  await recorder.next('answered')
  await call.hangUp()

  expect(answering.request.headers.get('Contact')).toContain('@[::1]:')
  expect(await recorder.next('ended')).toMatchObject({ by: 'us' })
})

test('after its connection closes, a response is sent to the endpoint of the top Via', async () => {
  await using agent = await startAgent({ protocol: 'tcp' })
  const listener = createServer()
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const recorder = new Promise<string>((resolve) => {
    listener.once('connection', (socket) => {
      socket.once('data', (bytes) => resolve(bytes.toString()))
      socket.on('error', () => {})
    })
  })
  agent.onRequest = ({ respond }) => {
    sender.destroy()
    sender.once('close', () => setTimeout(() => respond(200, 'OK'), 500))
  }

  const sender = await dial(agent)
  const message = options('gone')
    .replaceAll('OPTIONS', 'MESSAGE')
    .replace('client.example.com', `127.0.0.1:${port}`)
  sender.write(message)
  const response = await recorder
  listener.close()

  expect(response).toContain('SIP/2.0 200 OK')
  expect(response).toContain('branch=z9hG4bKgone')
})

/** Sends a request on a new connection, and resolves when its response has arrived. */
async function exchangeOptions(agent: UserAgent, branch: string): Promise<void> {
  const socket = await dial(agent)
  socket.write(options(branch))
  await readSocketUntil(socket, (text) => text.includes('SIP/2.0 '))
  socket.destroy()
}

/** Guarantee: a peer that closes its connections before the responses cannot exhaust our descriptors. */
test.each([
  { ports: 1, hosts: 5, limit: 50, expected: 1 },
  { ports: 5, hosts: 1, limit: 3, expected: 3 },
])(
  'ZR5: responses to $ports ports with $hosts names of one peer open $expected connections of at most $limit',
  async ({ ports, hosts, limit, expected }) => {
    await using agent = await startAgent({ protocol: 'tcp', limits: { connectionsPerPeer: limit } })
    const listeners = await Promise.all(
      Array.from({ length: ports }, async () => {
        const listener = createServer((socket) => {
          opened += 1
          socket.on('error', () => {})
        })
        listener.listen(0, '127.0.0.1')
        await once(listener, 'listening')
        return listener
      }),
    )
    let opened = 0
    let received = 0
    agent.onRequest = async ({ respond }) => {
      received += 1
      await closed
      respond(200, 'OK')
    }
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()

    for (const [index, listener] of listeners.entries())
      for (let host = 0; host < hosts; host++) {
        const sender = await dial(agent)
        const { port } = listener.address() as AddressInfo
        const message = options(`gone-${index}-${host}`).replaceAll('OPTIONS', 'MESSAGE')
        sender.write(message.replace('client.example.com', `h${host}.example.com:${port}`))
        await expect.poll(() => received, { interval: 5 }).toBe(index * hosts + host + 1)
        sender.destroy()
        await once(sender, 'close')
      }
    await exchangeOptions(agent, 'closed')
    close()
    await expect.poll(() => opened).toBe(expected)
    // A further connection would have been opened by the time of this response.
    await exchangeOptions(agent, 'last')

    expect(opened).toBe(expected)
    for (const listener of listeners) listener.close()
  },
)

/**
 * Guarantee: a flood of one peer delays neither other peers nor the rest of the process by more than a
 * message.
 */
test('WR3: between the messages of a connection, other events of the process get their turn', async () => {
  await using agent = await startAgent({ protocol: 'tcp' })
  let turns = 0
  let count = 0
  const nextTurn = () => {
    turns++
    if (count < 50) setImmediate(nextTurn)
  }
  agent.onRequest = ({ respond }) => {
    if (count++ === 0) setImmediate(nextTurn)
    // Handling a message takes longer than a turn.
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2);
    respond(200, 'OK')
  }
  const socket = await dial(agent)

  socket.write(
    Array.from({ length: 50 }, (_, n) => options(`${n}`).replaceAll('OPTIONS', 'MESSAGE')).join(''),
  )
  await readSocketUntil(socket, (text) => text.split('SIP/2.0 200').length > 50)
  socket.destroy()

  expect(turns).toBeGreaterThan(40)
})

/** Guarantee: thousands of tiny messages in one chunk do not occupy the process longer than a turn. */
test('ZR68: the messages of a chunk are searched for one by one', () => {
  const framer = new MessageFramer(65_535)
  const chunk = Buffer.from('A\r\nl:0\r\n\r\nB\r\nl:0\r\n\r\n1234')

  framer.push(chunk)
  const first = framer.next()
  // The length of the second message changes in the memory of the chunk after the first one was taken.
  chunk.write('4', chunk.indexOf('B\r\nl:') + 5)

  expect(first).toMatchObject({ bytes: { length: 10 } })
  expect(framer.next()).toMatchObject({ bytes: { length: 14 } })
})

test('ZR68: while messages of a connection wait for their turn, no more is read from it', async () => {
  await using agent = await startAgent({ protocol: 'tcp' })
  const { promise: handled, resolve } = Promise.withResolvers<void>()
  let count = 0
  agent.onRequest = ({ respond }) => {
    respond(200, 'OK')
    // Handling a message takes longer than a turn.
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2);
    if (++count === 60) resolve()
  }
  const socket = await dial(agent)
  const message = options('flood').replaceAll('OPTIONS', 'MESSAGE')
  const createChunk = (_: unknown, n: number) => message.replaceAll('flood', `flood${n}`)
  const flood = Array.from({ length: 200 }, createChunk).join('')

  // More than the buffers of the operating system hold.
  socket.write(flood + '\r\n\r\n'.repeat(10_000_000))
  await handled

  expect(socket.writableLength).toBeGreaterThan(0)
  socket.destroy()
})
