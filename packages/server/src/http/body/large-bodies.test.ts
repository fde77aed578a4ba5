import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { open, start } from '../limits/testing.ts'

const uploadBytes = 150_000
const upload = JSON.stringify({ text: 'x'.repeat(uploadBytes - '{"text":""}'.length) })
/** Longer than the test, so that nothing but the limit of the test ends a request. */
const patient = { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000, bodySpeedCheckMs: 60_000 }

/** Sends the head of a request. The server asks for the body when it begins to read it. */
function request(port: number, user: string, path: string, ...headers: string[]): Socket {
  return send(open(port).socket, user, path, ...headers)
}

function send(socket: Socket, user: string, path: string, ...headers: string[]): Socket {
  const head = [`POST /api/v1${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json']
  socket.write([...head, `authorization: ${user}`, ...headers, '', ''].join('\r\n'))
  return socket
}

const startUpload = (port: number, user: string) => startUploadFrom(open(port).socket, user)

const startUploadFrom = (socket: Socket, user: string) =>
  send(socket, user, '/uploads', 'expect: 100-continue', `content-length: ${uploadBytes}`)

async function receive(socket: Socket): Promise<{ status: number; text: string }> {
  const [text] = await once(socket, 'data')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1]), text: String(text) }
}

async function finish(socket: Socket): Promise<number> {
  const received = receive(socket)
  socket.write(upload)
  return (await received).status
}

/** Guarantee: one user cannot fill the memory of the server with bodies that do not end. */
test('ZR320: of a client, two large bodies are read at a time, and those of others are not delayed', async () => {
  const { port, receivedFrom } = await start({ limits: patient })
  const first = startUpload(port, 'ada')
  const second = startUpload(port, 'ada')
  expect([(await receive(first)).status, (await receive(second)).status]).toEqual([100, 100])

  const third = startUpload(port, 'ada')
  const events: string[] = []
  const requestedThird = receive(third).then(({ status }) => events.push(`third ${status}`))
  await expect.poll(() => receivedFrom).toHaveLength(3)
  const ofGrace = startUpload(port, 'grace')
  expect([(await receive(ofGrace)).status, await finish(ofGrace)]).toEqual([100, 200])
  events.push('grace')

  expect(await finish(first)).toBe(200)
  await requestedThird
  expect(events).toEqual(['grace', 'third 100'])
  expect([await finish(third), await finish(second)]).toEqual([200, 200])
})

test('ZR320: large bodies that exceed the memory of all clients are rejected until others have ended', async () => {
  const { port } = await start({ limits: { ...patient, maxLargeBodyBytes: 200_000 } })
  const ofAda = startUpload(port, 'ada')
  expect((await receive(ofAda)).status).toBe(100)

  const { status, text } = await receive(startUpload(port, 'grace'))
  expect([status, /^retry-after: (\d+)/im.exec(text)?.[1]]).toEqual([503, '5'])
  const withoutLength = request(port, 'grace', '/uploads', 'transfer-encoding: chunked')
  withoutLength.write(`ea60\r\n${'x'.repeat(60_000)}\r\n`)
  expect((await receive(withoutLength)).status).toBe(503)
  const short = request(port, 'grace', '/uploads', 'content-length: 12')
  short.write('{"text":"a"}')
  expect((await receive(short)).status).toBe(200)

  expect(await finish(ofAda)).toBe(200)
  await expect
    .poll(async () => (await receive(startUpload(port, 'grace'))).status, { timeout: 10_000 })
    .toBe(100)
})

test('ZR320: a large body that arrives too slowly is rejected, and a small one is not', async () => {
  const { port } = await start({ limits: { ...patient, bodySpeedCheckMs: 100 } })
  const small = request(port, 'grace', '/notes', 'content-length: 12')
  const large = request(port, 'ada', '/uploads', `content-length: ${uploadBytes}`)
  large.write(upload.slice(0, -1))
  const closed = once(large, 'close')

  expect((await receive(large)).status).toBe(408)
  await closed
  small.write('{"text":"a"}')
  expect((await receive(small)).status).toBe(200)
})

/** Guarantee (ZR341): one client, or the members of one workspace, cannot prevent the uploads of all others. */
test('ZR341: a client whose large bodies have their share is rejected, and another one is not', async () => {
  const { port } = await start({ limits: { ...patient, maxLargeBodyBytesPerClient: 200_000 } })
  const ofLinus = startUpload(port, 'linus')
  expect((await receive(ofLinus)).status).toBe(100)

  const { status, text } = await receive(startUpload(port, 'linus'))

  expect([status, /^retry-after: (\d+)/im.exec(text)?.[1]]).toEqual([503, '5'])
  expect((await receive(startUpload(port, 'ada'))).status).toBe(100)
  expect(await finish(ofLinus)).toBe(200)
  await expect
    .poll(async () => (await receive(startUpload(port, 'linus'))).status, { timeout: 10_000 })
    .toBe(100)
})

test('ZR341: a group of clients whose large bodies have their share is rejected, and another client is not', async () => {
  const { port } = await start({ limits: { ...patient, maxLargeBodyBytesPerClient: 200_000 } })
  expect((await receive(startUpload(port, 'ada'))).status).toBe(100)

  expect((await receive(startUpload(port, 'grace'))).status).toBe(503)
  expect((await receive(startUpload(port, 'linus'))).status).toBe(100)
})

test('ZR341: a network whose large bodies have their share is rejected, and another one is not', async () => {
  const { port } = await start({ limits: { ...patient, maxLargeBodyBytesPerNetwork: 200_000 } })
  expect((await receive(startUpload(port, 'ada'))).status).toBe(100)

  expect((await receive(startUpload(port, 'linus'))).status).toBe(503)
  const elsewhere = open(port, '127.0.0.2').socket
  expect((await receive(startUploadFrom(elsewhere, 'linus'))).status).toBe(100)
})
