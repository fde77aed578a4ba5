import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { open, start } from './testing.ts'

/** Sends one more byte whenever the last one has been sent, until the server closes the connection. */
async function drip(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    if (socket.writable) socket.write('x')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const requestHead = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json', ...headers, '', ''].join(
    '\r\n',
  )

const statusIn = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])

async function receive(socket: Socket): Promise<number> {
  const [text] = await once(socket, 'data')
  return statusIn(String(text))
}

/** Guarantee (AV2, SR8): a client cannot occupy a connection with a request that does not end. */
test.each([
  ['a body at an endpoint', requestHead('/api/v1/notes', 'authorization: ada', 'content-length: 60000')],
  [
    'a body without a length',
    requestHead('/api/v1/notes', 'authorization: ada', 'transfer-encoding: chunked'),
  ],
  ['a body without authentication', requestHead('/api/v1/notes', 'content-length: 60000')],
  ['a body at an unknown path', requestHead('/nothing', 'content-length: 60000')],
])('AV2, SR8: %s is ended although bytes continue to arrive', async (_, head) => {
  const { port } = await start()
  const { socket, closed } = open(port)

  socket.write(head)
  await drip(socket)

  await closed
})

test.each([
  ['a connection without a byte', ''],
  ['a connection with headers that do not end', 'POST /api/v1/notes HTTP/1.1\r\nhost: localhost\r\nx-note: '],
])('AV2, SR8: %s is closed before the time for a whole request ends', async (_, head) => {
  const { port } = await start({ limits: { requestTimeoutMs: 3_600_000 } })
  const { socket, closed } = open(port)

  if (head !== '') {
    socket.write(head)
    await drip(socket)
  }

  await closed
})

test('AV2: a connection on which nothing is sent or received is closed', async () => {
  const { port } = await start({ limits: { idleTimeoutMs: 100 } })
  const { socket, closed } = open(port)

  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')

  await closed
})

/** Guarantee (AV2, SR8): a stranger cannot make the service read a body. */
test.each([
  ['an upload without authentication', '/api/v1/uploads', 401],
  ['a body at an unknown path', '/api/v1/nothing', 404],
])('AV2, SR8: %s gets its response before the body is sent', async (_, path, status) => {
  const { port } = await start({ limits: { headersTimeoutMs: 20_000, requestTimeoutMs: 20_000 } })
  const { socket } = open(port)

  socket.write(requestHead(path, 'content-length: 150000'))

  expect(await receive(socket)).toBe(status)
})

test('AV2: a client that waits for permission to send its body gets it after authentication only', async () => {
  const { port } = await start()
  const head = (...headers: string[]) =>
    requestHead('/api/v1/notes', 'expect: 100-continue', 'content-length: 12', ...headers)
  const stranger = open(port).socket
  const ada = open(port).socket

  stranger.write(head())
  ada.write(head('authorization: ada'))

  expect([await receive(stranger), await receive(ada)]).toEqual([401, 100])
  ada.write('{"text":"a"}')
  expect(await receive(ada)).toBe(200)
})

test('AV2: a body may have 64 KiB, or what its endpoint declares', async () => {
  const { origin } = await start({ limits: { requestTimeoutMs: 20_000 } })
  const post = async (path: string, bytes: number) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'ada' },
      body: JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) }),
    })
    return response.status
  }

  expect([await post('/notes', 65_536), await post('/notes', 65_537)]).toEqual([200, 413])
  expect([await post('/uploads', 200_000), await post('/uploads', 200_001)]).toEqual([200, 413])
})

test('AV2: a body without a length is rejected when it exceeds the limit', async () => {
  const { port } = await start({ limits: { requestTimeoutMs: 20_000 } })
  const { socket } = open(port)

  socket.write(requestHead('/api/v1/notes', 'authorization: ada', 'transfer-encoding: chunked'))
  socket.write(`11170\r\n${'x'.repeat(70_000)}\r\n`)

  expect(await receive(socket)).toBe(413)
})

/** Guarantee (AV2, SR8): the connections of one network do not prevent those of another one. */
test('AV2, SR8: connections beyond the limit of a network are closed, and those of other networks are not', async () => {
  const { port } = await start({
    limits: { maxConnectionsPerNetwork: 3, headersTimeoutMs: 20_000, requestTimeoutMs: 20_000 },
  })
  const ping = async (socket: Socket) => {
    socket.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return await receive(socket)
  }
  const allowed = Array.from({ length: 3 }, () => open(port))
  for (const { socket } of allowed) expect(await ping(socket)).toBe(404)

  expect(await open(port).closed).toBe('')
  expect(await ping(open(port, '127.0.0.2').socket)).toBe(404)
  expect(await ping((allowed[0] ?? open(port)).socket)).toBe(404)

  allowed[1]?.socket.destroy()
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/nothing`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404)
})

test('AV2: the limit of a network does not apply to a trusted proxy, the limit of all connections does', async () => {
  const isTrustedProxy = (address: string) => address === '127.0.0.1'
  const { port } = await start({
    isTrustedProxy,
    limits: {
      maxConnectionsPerNetwork: 1,
      maxConnections: 3,
      headersTimeoutMs: 20_000,
      requestTimeoutMs: 20_000,
    },
  })
  const allowed = Array.from({ length: 3 }, () => open(port))
  for (const { socket } of allowed) {
    socket.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(await receive(socket)).toBe(404)
  }

  expect(await open(port).closed).toBe('')
  expect(await open(port, '127.0.0.2').closed).toBe('')
})
