import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request as requestPlain } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { accountEndpoints } from '@parley/contract/account'
import { phoneEndpoints } from '@parley/contract/phone'
import { freePorts } from '@parley/dev-env'
import { sleep, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startNginx } from './nginx.ts'

/** Starts nginx, and behind it a server in the place of Parley. Returns the port for HTTPS. */
async function startProxy(listener: RequestListener, settings: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack()
  const server = createServer(listener).listen(0, '127.0.0.1')
  stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  stack.defer(() => server.closeAllConnections())
  await once(server, 'listening')
  const [secure = 0, plain = 0] = await freePorts(2)
  const port = String((server.address() as AddressInfo).port)
  stack.use(await startNginx({ plain, secure, phone: port, accounts: port }, settings))
  return { port: secure, plain, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Opens connections from an address, and sends one byte of a TLS handshake on each. */
async function openHalf(port: number, localAddress: string, count: number): Promise<Socket[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      socket.resume()
      await once(socket, 'connect')
      socket.write('\x16')
      return socket
    }),
  )
}

/** Starts a request to the phone. */
function startRequest(port: number, options: RequestOptions = {}) {
  const host = 'phone.example.com'
  return request({
    ...options,
    host: '127.0.0.1',
    port,
    servername: host,
    headers: { host, ...options.headers },
    rejectUnauthorized: false,
    agent: false,
  })
}

/** Requests the phone from an address. Resolves to the body of the response. */
async function load(port: number, localAddress: string): Promise<string> {
  const [response] = await once(startRequest(port, { localAddress }).end(), 'response')
  return (await buffer(response)).toString()
}

/** Guarantee (ZR450): connections that send no request, of however many addresses, keep no other client out. */
test('ZR450: one address may have 200 connections before TLS, and 2,400 of several addresses do not prevent other clients from connecting', async () => {
  await using proxy = await startProxy(
    ({ headers }, response) => response.end(headers['x-forwarded-for']),
    // Nothing ends a connection but the limit, and one process has the slots of all.
    {
      'client_header_timeout 10s': 'client_header_timeout 1h',
      'worker_processes auto': 'worker_processes 1',
    },
  )
  const { port } = proxy

  const attack = await openHalf(port, '127.0.0.66', 2_100)
  const countOpen = () => attack.filter((socket) => !socket.closed).length
  await waitUntil('1,900 connections are closed', () => countOpen() <= 200)
  const others = await Promise.all(
    Array.from({ length: 11 }, (_, index) => openHalf(port, `127.0.1.${index + 1}`, 200)),
  )

  expect(await load(port, '127.0.0.77')).toBe('127.0.0.77')
  expect(countOpen()).toBe(200)
  expect(others.flat().filter((socket) => socket.closed).length).toBe(0)
  await expect(load(port, '127.0.0.66')).rejects.toThrow()
  for (const socket of [...attack, ...others.flat()]) socket.destroy()
  await waitUntil('the address is served again', () =>
    load(port, '127.0.0.66').then(
      (body) => body === '127.0.0.66',
      () => false,
    ),
  )
})

/** Guarantee (ZR451): no client fills the disk of nginx, and the limits of Parley apply to each transfer. */
test('ZR451: a response that its client does not read remains unsent', async () => {
  const sizeBytes = 64 * 1024 * 1024
  const sent = Promise.withResolvers<void>()
  await using proxy = await startProxy((_request, response) => {
    response.once('finish', sent.resolve)
    response.end(Buffer.alloc(sizeBytes))
  })

  const [response] = (await once(startRequest(proxy.port).end(), 'response')) as [IncomingMessage]
  const isSent = await Promise.race([sent.promise.then(() => true), sleep(3_000).then(() => false)])

  expect(isSent).toBe(false)
  expect(await buffer(response)).toHaveLength(sizeBytes)
  await sent.promise
})

test('ZR451: a request reaches Parley before its body is complete', async () => {
  let hasArrived = false
  await using proxy = await startProxy(async (incoming, response) => {
    hasArrived = true
    response.end(String((await buffer(incoming)).length))
  })
  const half = Buffer.alloc(500_000)

  const sending = startRequest(proxy.port, { method: 'PUT', headers: { 'content-length': 2 * half.length } })
  sending.write(half)
  await waitUntil('the request arrives', () => hasArrived)
  sending.end(half)

  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  expect((await buffer(response)).toString()).toBe('1000000')
})

test('the largest body that Parley accepts passes the proxy', async () => {
  const sizes = [...phoneEndpoints, ...accountEndpoints].map((endpoint) =>
    'maxBodyBytes' in endpoint ? (endpoint.maxBodyBytes ?? 0) : 0,
  )
  const sizeBytes = Math.max(...sizes)
  await using proxy = await startProxy(async (incoming, response) => {
    response.end(String((await buffer(incoming)).length))
  })

  const sending = startRequest(proxy.port, { method: 'PUT', headers: { 'content-length': sizeBytes } })
  sending.end(Buffer.alloc(sizeBytes))

  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  expect((await buffer(response)).toString()).toBe(String(sizeBytes))
})

/** Guarantee (ZR871): the proxy neither serves nor redirects to names other than those of Parley. */
test('ZR871: a request for another host gets no response, and no redirect to it', async () => {
  await using proxy = await startProxy((_request, response) => response.end('served'))
  const redirect = async (host: string) => {
    const [response] = await once(
      requestPlain({ host: '127.0.0.1', port: proxy.plain, headers: { host } }).end(),
      'response',
    )
    return (response as IncomingMessage).headers.location
  }

  expect(await redirect('phone.example.com')).toBe('https://phone.example.com/')
  await expect(redirect('evil.example')).rejects.toThrow('socket hang up')
  await expect(
    once(startRequest(proxy.port, { headers: { host: 'evil.example' } }).end(), 'response'),
  ).rejects.toThrow('socket hang up')
  const withOtherName = request({
    port: proxy.port,
    host: '127.0.0.1',
    servername: 'evil.example',
    rejectUnauthorized: false,
    agent: false,
  })
  await expect(once(withOtherName.end(), 'response')).rejects.toThrow(/unrecognized/i)
})
