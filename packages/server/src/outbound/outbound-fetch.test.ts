import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { sleep } from '@parley/primitives'
import { expect, test } from 'vitest'
import { BlockedHostError } from './outbound.ts'
import { outboundFetch } from './outbound-fetch.ts'

const loopback = { allowedNetworks: ['127.0.0.0/8'] }

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('request and response are transferred unchanged', async () => {
  await using server = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json', 'x-host': request.headers.host ?? '' })
      response.end(JSON.stringify({ method: request.method, body, type: request.headers['content-type'] }))
    })
  })
  const response = await outboundFetch(
    `http://hooks.example.com:${server.port}/x`,
    { method: 'POST', body: new URLSearchParams({ a: '1' }), headers: { 'content-type': 'text/odd' } },
    { ...loopback, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )

  expect(response.status).toBe(201)
  expect(response.headers.get('x-host')).toBe(`hooks.example.com:${server.port}`)
  expect(await response.json()).toEqual({ method: 'POST', body: 'a=1', type: 'text/odd' })
})

/** Guarantee (LK6): a URL given by a user never reaches a private network, even with DNS rebinding. */
test('LK6: the connection uses the checked address even if the name then resolves to another one', async () => {
  await using server = await serve((_request, response) => response.end('judged'))
  let lookups = 0
  const resolve = async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '127.9.9.9', family: 4 }]

  const url = `http://rebinding.example.com:${server.port}/`
  expect(await (await outboundFetch(url, {}, { ...loopback, resolve })).text()).toBe('judged')
  expect(lookups).toBe(1)
  await expect(outboundFetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow(BlockedHostError)
  await expect(outboundFetch('http://169.254.169.254/latest')).rejects.toThrow(BlockedHostError)
  await expect(outboundFetch('file:///etc/passwd')).rejects.toThrow('not supported')
})

test('LK6: a redirect is returned and not followed', async () => {
  await using server = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  )

  const response = await outboundFetch(`http://127.0.0.1:${server.port}/`, {}, loopback)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'http://10.0.0.1/'])
})

test('a response that is too large or never arrives causes an error', async () => {
  await using long = await serve((_request, response) => response.end('x'.repeat(2_000)))
  await using silent = await serve(() => {})

  await expect(
    outboundFetch(`http://127.0.0.1:${long.port}/`, {}, { ...loopback, maxBytes: 1_000 }),
  ).rejects.toThrow('larger than 1000 bytes')
  await expect(
    outboundFetch(`http://127.0.0.1:${silent.port}/`, {}, { ...loopback, timeoutMs: 50 }),
  ).rejects.toThrow('no response in time')
})

/** Guarantee: no receiver of a request keeps it pending, and with it a slot for deliveries. */
test.each([
  ['switches the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['has no status', '\r\n\r\n'],
  ['begins with endless interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)],
  ['ends early', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx'],
])('ZR84: a response that %s causes an error before the timeout', async (_what, text) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (/upgrade|103/.test(text) ? socket.write(text) : socket.end(text)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const response = outboundFetch(`http://127.0.0.1:${port}/`, {}, { ...loopback, timeoutMs: 1e6 })

  await expect(response).rejects.toThrow()
  server.close()
})

/** Guarantee (OP5): the timeout also covers name resolution. */
test('OP5: a pending name lookup ends with an error on timeout or abort', async () => {
  const never = { ...loopback, resolve: () => new Promise<never>(() => {}) }
  const aborted = new AbortController()
  const late = outboundFetch('http://slow.example.com/', {}, { ...never, timeoutMs: 50 })
  await expect(late).rejects.toThrow('no response in time')

  const unwanted = outboundFetch('http://slow.example.com/', { signal: aborted.signal }, never)
  aborted.abort(new Error('Given up.'))
  await expect(unwanted).rejects.toThrow('Given up.')
})

test('a body is generated while it is sent, and its error is that of the request', async () => {
  await using server = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.end(`${request.headers['content-length']} ${Buffer.concat(chunks).toString()}`)
  })
  const url = `http://127.0.0.1:${server.port}/`
  async function* generate(parts: readonly string[]) {
    for (const part of parts) yield Buffer.from(part)
  }
  async function* fail() {
    yield Buffer.from('x')
    throw new Error('The source has failed.')
  }
  const send = (length: number, body: AsyncIterable<Buffer>) =>
    outboundFetch(url, { method: 'POST', headers: { 'content-length': String(length) }, body }, loopback)

  expect(await (await send(5, generate(['ab', 'cde']))).text()).toBe('5 abcde')
  await expect(send(5, fail())).rejects.toThrow('The source has failed.')
})

test('the response of a receiver that does not read the body arrives, and the rest is not generated', async () => {
  await using server = await serve((_request, response) => response.writeHead(429).end('later'))
  let generated = 0
  async function* generate() {
    for (; generated < 10_000; generated += 1) yield Buffer.alloc(65_536)
  }
  const headers = { 'content-length': String(10_000 * 65_536) }

  const url = `http://127.0.0.1:${server.port}/`
  const response = await outboundFetch(url, { method: 'POST', headers, body: generate() }, loopback)

  expect([response.status, await response.text()]).toEqual([429, 'later'])
  expect(generated).toBeLessThan(10_000)
})

/** Guarantee (ZR823): a receiver that stalls does not occupy a sender until the time-out of a large upload. */
test('ZR823: a receiver that does not read, or does not respond, ends the request before its time-out', async () => {
  await using deaf = await serve((request) => void request.pause())
  await using mute = await serve((request) => void request.resume())
  await using slow = await serve((request, response) => {
    request.resume().on('end', () => response.end('received'))
  })
  async function* generate(parts: number, everyMs: number) {
    for (let part = 0; part < parts; part += 1) {
      if (everyMs > 0) await sleep(everyMs)
      yield Buffer.alloc(65_536)
    }
  }
  const send = (port: number, parts: number, everyMs = 0) =>
    outboundFetch(
      `http://127.0.0.1:${port}/`,
      {
        method: 'POST',
        headers: { 'content-length': String(parts * 65_536) },
        body: generate(parts, everyMs),
      },
      { ...loopback, timeoutMs: 60_000, uploadStallMs: 500, responseMs: 300 },
    )

  const startedAt = performance.now()
  await expect(send(deaf.port, 10_000)).rejects.toMatchObject({ reason: 'timed-out' })
  await expect(send(mute.port, 1)).rejects.toMatchObject({ reason: 'timed-out' })
  expect(performance.now() - startedAt).toBeLessThan(30_000)
  expect(await (await send(slow.port, 10, 100)).text()).toBe('received')
})
