import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { live } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

const codes = live.liveCloseCodes

function open(phone: TestPhone, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${phone.service.url.replace('http', 'ws')}${live.livePath}`, { headers })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const opened = new Promise<void>((resolve) => socket.once('open', () => resolve()))
  return { socket, closed, opened }
}

function hello(accessToken: string, more: object = {}): string {
  return JSON.stringify({
    type: 'hello',
    accessToken,
    handsetId: randomUUID(),
    deviceId: randomUUID(),
    ...more,
  })
}

test('the live socket rejects pages of other origins and accepts its own', async () => {
  await using phone = await startPhone()
  const foreignOrigin = open(phone, { origin: 'https://evil.example.com' })
  const own = open(phone, { origin: `http://localhost:${phone.service.port}` })
  await own.opened

  expect(await foreignOrigin.closed).toBe(codes.wrongOrigin)
  expect(own.socket.readyState).toBe(WebSocket.OPEN)
  own.socket.terminate()
})

test.each([
  ['null', () => 'null'],
  ['another protocol', (port: number) => `https://localhost:${port}`],
  ['another port', (port: number) => `http://localhost:${port}1`],
  ['a host that begins with ours', (port: number) => `http://localhost.evil.example.com:${port}`],
  ['a host that ends with ours', (port: number) => `http://evil-localhost:${port}`],
  ['a user name that looks like ours', (port: number) => `http://localhost:${port}@evil.example.com`],
])('the live socket rejects pages of the origin %s', async (_, origin) => {
  await using phone = await startPhone()

  expect(await open(phone, { origin: origin(phone.service.port) }).closed).toBe(codes.wrongOrigin)
})

/** Guarantee: the limits and timeouts of a connection apply after a request to upgrade it elsewhere, too. */
test.each([
  ['OPTIONS', '/api/v1/me'],
  ['OPTIONS', live.livePath],
  ['GET', '/api/v1/me'],
  ['GET', '/nowhere'],
])('ZR502: after a request to upgrade by %s %s, its connection serves HTTP', async (method, path) => {
  await using phone = await startPhone()
  const socket = connect(phone.service.port, '127.0.0.1')
  const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const send = async (line: string, fields: readonly string[]) => {
    socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n'))
    return String((await once(socket, 'data'))[0])
  }

  expect(await send(`${method} ${path}`, [...upgrade, key])).toMatch(/^HTTP\/1.1 (?!101)/)
  expect(await send('OPTIONS /api/v1/me', [])).toMatch(/^HTTP\/1.1 200/)
  socket.destroy()
})

test('a message of 40 KiB closes the live socket before it is parsed', async () => {
  await using phone = await startPhone()
  const connection = await connectLive(phone, phone.signUp('Ada'), randomUUID())

  connection.send({ type: 'ping', nonce: 1, padding: 'x'.repeat(40 * 1024) })

  // Message too big; RFC 6455, 7.4.1.
  expect(await connection.closed).toBe(1009)
})

test.each([
  ['a message that is not JSON', 'not json', codes.malformed],
  ['a message before hello', '{"type":"ping","nonce":1}', codes.malformed],
  ['an unknown message', '{"type":"shutdown"}', codes.malformed],
  ['an invalid token', hello('abc'), codes.unauthorized],
])('%s closes the socket', async (_, text, code) => {
  await using phone = await startPhone()
  const { socket, closed, opened } = open(phone)
  await opened

  socket.send(text)

  expect(await closed).toBe(code)
})

test.each([
  ['a malformed message', 'not json'],
  ['an invalid token', hello('abc')],
])('AV4: after %s, no other message of the connection is handled', async (_, text) => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const { socket, closed, opened } = open(phone)
  const token = await phone.accounts.tokenFor(ada.id)
  await opened

  socket.send(text)
  socket.send(hello(token))
  await closed

  const atGrace = await connectLive(phone, grace, randomUUID())
  expect([...phone.accounts.requestedUsers]).toEqual([grace.id])
  atGrace.close()
})

/** Opens a live socket that does not react to what it receives. */
async function openRaw({ service }: TestPhone): Promise<Socket> {
  const upgrade = request(`${service.url}${live.livePath}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  })
  upgrade.end()
  const [, socket]: [unknown, Socket] = (await once(upgrade, 'upgrade')) as [unknown, Socket]
  socket.resume()
  socket.on('error', () => {})
  return socket
}

/** A text frame of 30,000 bytes, masked with zeros. RFC 6455, 5.2. */
const longFrame = Buffer.concat([
  Buffer.from([0x81, 0xfe, 30_000 >> 8, 30_000 & 255, 0, 0, 0, 0]),
  Buffer.alloc(30_000, 'x'),
])
/** More than the buffers of the operating system can contain, so that the service has read some of it. */
const maxUnreadBytes = 64 * 1024 * 1024

/** Guarantee: a client that has sent a malformed message costs no more time. */
test('ZR322: the service reads nothing more from a live socket that it has closed', async () => {
  await using phone = await startPhone()
  const socket = await openRaw(phone)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const drained = () => new Promise<void>((resolve) => socket.once('drain', resolve))

  const flood = async () => {
    while (socket.bytesWritten - socket.writableLength < maxUnreadBytes && !socket.destroyed)
      if (!socket.write(longFrame)) await Promise.race([drained(), closed])
    return socket.destroyed ? 'closed' : 'read'
  }

  expect(await flood()).toBe('closed')
})

test('ZR322: a client may send 32 KiB before its token has been checked', async () => {
  await using phone = await startPhone()
  const token = await phone.accounts.tokenFor(phone.signUp('Ada').id)
  const { socket, closed, opened } = open(phone)
  await opened

  for (const _ of Array(2)) socket.send(hello(token, { padding: 'x'.repeat(20_000) }))

  expect(await closed).toBe(codes.tooMany)
})

test('the live socket rejects a workspace that the user does not belong to', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const { socket, closed, opened } = open(phone)
  await opened

  socket.send(hello(await phone.accounts.tokenFor(linus.id), { workspace: ada.teamIds[0] }))

  expect(await closed).toBe(codes.forbidden)
})

test('the live socket answers pings and accepts a new token of the same user only', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [phone.accounts.addUser('Ada', [team]), phone.accounts.addUser('Grace', [team])]
  const connection = await connectLive(phone, ada, randomUUID())

  connection.send({ type: 'token', accessToken: await phone.accounts.tokenFor(ada.id) })
  connection.send({ type: 'ping', nonce: 7 })
  expect(await connection.next('pong')).toMatchObject({ nonce: 7 })
  connection.send({ type: 'token', accessToken: await phone.accounts.tokenFor(grace.id) })

  expect(await connection.closed).toBe(codes.unauthorized)
})

test('a tab whose token expires is disconnected, and stays connected with a new one', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const [left, renewed] = [open(phone), open(phone)]
  await Promise.all([left.opened, renewed.opened])
  for (const { socket } of [left, renewed]) {
    const ready = new Promise((resolve) => socket.once('message', resolve))
    socket.send(hello(await phone.accounts.tokenFor(ada.id, 'good', 3)))
    await ready
  }

  renewed.socket.send(JSON.stringify({ type: 'token', accessToken: await phone.accounts.tokenFor(ada.id) }))

  expect(await left.closed).toBe(codes.unauthorized)
  expect(renewed.socket.readyState).toBe(WebSocket.OPEN)
  renewed.socket.terminate()
})

test('events of a workspace are not sent to another workspace', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const atAda = await connectLive(phone, ada, randomUUID())
  const atLinus = await connectLive(phone, linus, randomUUID())

  await phone.as(ada).post('/contacts', { name: 'Grace' })
  await atAda.next('contacts.changed')
  atLinus.send({ type: 'ping', nonce: 1 })
  await atLinus.next('pong')

  expect(atLinus.messages.map(({ type }) => type)).toEqual(['ready', 'pong'])
  atAda.close()
  atLinus.close()
})

test('a client that sends too many messages is disconnected', async () => {
  await using phone = await startPhone()
  const connection = await connectLive(phone, phone.signUp('Ada'), randomUUID())

  for (let nonce = 0; nonce < 200; nonce += 1) connection.send({ type: 'ping', nonce })

  expect(await connection.closed).toBe(codes.tooMany)
})

test('ZR401: of the tabs of a user in two browsers one rings: the one used last', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const number = (await phone.as(grace).get('/me')).body.numbers[0].number
  const atDesk = randomUUID()
  const first = await connectLive(phone, grace, randomUUID(), atDesk, { focusedAgoMs: 60_000 })
  const second = await connectLive(phone, grace, randomUUID(), atDesk, { focusedAgoMs: 30_000 })
  const atHome = await connectLive(phone, grace, randomUUID())
  await using atAda = await openBrowser(phone, ada)
  first.send({ type: 'focused' })
  first.send({ type: 'ping', nonce: 1 })
  await first.next('pong')

  await atAda.call(number)

  expect(await first.next('call.incoming')).toMatchObject({ presentation: 'ring', notifies: true })
  expect(await second.next('call.incoming')).toMatchObject({ presentation: 'show', notifies: false })
  expect(await atHome.next('call.incoming')).toMatchObject({ presentation: 'show', notifies: true })
  for (const connection of [first, second, atHome]) connection.close()
})

/** Guarantee (AV2, SR8): sockets are bounded before and after authentication. */
test('AV2, SR8: connections beyond the limit of a network are rejected before hello, until others are closed', async () => {
  await using phone = await startPhone({ maxLiveConnectionsPerNetwork: 2 })
  const [first, second] = [open(phone), open(phone)]
  await Promise.all([first.opened, second.opened])

  const third = open(phone)
  const reason = new Promise<string>((resolve) =>
    third.socket.once('close', (_code, text) => resolve(String(text))),
  )
  expect(await third.closed).toBe(codes.tooManyConnections)
  expect(await reason).toBe('Too many connections of this network.')

  first.socket.terminate()
  await first.closed
  const ada = phone.signUp('Ada')
  await waitUntil('another connection is accepted', async () => {
    const retried = open(phone)
    await retried.opened
    retried.socket.send(hello(await phone.accounts.tokenFor(ada.id)))
    const isReady = await Promise.race([
      new Promise<boolean>((resolve) => retried.socket.once('message', () => resolve(true))),
      retried.closed.then(() => false),
    ])
    retried.socket.terminate()
    return isReady
  })
  second.socket.terminate()
})

test('AV2, SR8: tabs of a user beyond the limit are rejected, also when they connect concurrently', async () => {
  await using phone = await startPhone({ maxLiveConnectionsPerUser: 3 })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const token = await phone.accounts.tokenFor(ada.id)
  const sockets = Array.from({ length: 8 }, () => open(phone))
  await Promise.all(sockets.map(({ opened }) => opened))

  const outcomes = await Promise.all(
    sockets.map(async ({ socket, closed }) => {
      const ready = new Promise<string>((resolve) => socket.once('message', () => resolve('ready')))
      socket.send(hello(token))
      return await Promise.race([ready, closed])
    }),
  )

  expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === codes.tooManyConnections)).toHaveLength(5)
  const atGrace = await connectLive(phone, grace, randomUUID())
  atGrace.close()
  for (const { socket } of sockets) socket.terminate()
})
