import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { largeResponseBytes, open, start } from './testing.ts'

const stalledResponseTimeoutMs = 100
const patience = { timeout: 10_000 }
/** The clients do not send slowly. */
const receiving = { headersTimeoutMs: 20_000, requestTimeoutMs: 20_000 }

/** Sends a request and does not read the response. */
function openStalled(port: number, path: string, user = 'ada'): Socket {
  const { socket } = open(port)
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${user}\r\n\r\n`)
  return socket
}

/** Guarantee: a client that does not read does not occupy memory. */
test('ZR57: a response in memory that its client does not read is ended, and a stream is not', async () => {
  const { port, receivedFrom, countConnections } = await start({
    limits: { ...receiving, stalledResponseTimeoutMs },
  })
  const stream = openStalled(port, '/stream')
  await once(stream, 'connect')
  for (const _ of Array(3)) openStalled(port, '/api/v1/notes')

  await expect.poll(() => receivedFrom, patience).toHaveLength(3)
  await expect.poll(countConnections, patience).toBe(1)
  stream.resume()
  let receivedBytes = 0
  while (receivedBytes < largeResponseBytes) receivedBytes += String(await once(stream, 'data')).length
})

test('ZR57: a response in memory that its client reads too slowly is ended', async () => {
  const { port } = await start({
    limits: { stalledResponseTimeoutMs: 1_000, minResponseBytesPerSecond: 1e9 },
  })
  const { socket, closed } = open(port)
  socket.write('GET /api/v1/notes HTTP/1.1\r\nhost: localhost\r\nauthorization: ada\r\n\r\n')
  // Each event has at most 64 KiB, so all of them take more than two seconds.
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), 10)
  })

  expect((await closed).length).toBeLessThan(largeResponseBytes)
})

test('ZR58: the oldest responses in memory are ended when all together exceed their limit', async () => {
  const { port, countConnections, receivedFrom } = await start({
    limits: { ...receiving, maxUnsentBytes: 1.5 * largeResponseBytes },
  })
  const oldest = openStalled(port, '/api/v1/notes')
  await expect.poll(() => receivedFrom, patience).toHaveLength(1)
  const newest = openStalled(port, '/api/v1/notes')

  await expect.poll(() => receivedFrom, patience).toHaveLength(2)
  await expect.poll(countConnections, patience).toBe(1)
  oldest.resume()
  await once(oldest, 'close')
  expect(newest.destroyed).toBe(false)
})

test('ZR483: the oldest responses of a user are ended when they exceed their limit, and those of others are not', async () => {
  const { port, countConnections, receivedFrom } = await start({
    limits: { ...receiving, maxUnsentBytesPerUser: 1.5 * largeResponseBytes },
  })
  const ofLinus = openStalled(port, '/api/v1/notes', 'linus')
  await expect.poll(() => receivedFrom, patience).toHaveLength(1)
  const oldest = openStalled(port, '/api/v1/notes')
  await expect.poll(() => receivedFrom, patience).toHaveLength(2)
  const newest = openStalled(port, '/api/v1/notes')

  await expect.poll(() => receivedFrom, patience).toHaveLength(3)
  await expect.poll(countConnections, patience).toBe(2)
  oldest.resume()
  await once(oldest, 'close')
  expect([newest.destroyed, ofLinus.destroyed]).toEqual([false, false])
})

test('ZR482: a user whose responses are not read can send further requests after a moment', async () => {
  const { port, listedBy } = await start({ limits: { ...receiving, unsentResponseCountsMs: 50 } })
  openStalled(port, '/api/v1/notes')
  openStalled(port, '/api/v1/notes')

  openStalled(port, '/api/v1/notes')

  await expect.poll(() => listedBy, patience).toEqual(['ada', 'ada', 'ada'])
})

test('ZR59: a request counts as one of its user until its response has been read', async () => {
  const { port, origin, receivedFrom, listedBy } = await start({
    limits: { ...receiving, unsentResponseCountsMs: 600_000, userQueueTimeoutMs: 600_000 },
  })
  const [first] = [openStalled(port, '/api/v1/notes'), openStalled(port, '/api/v1/notes')]
  await expect.poll(() => listedBy, patience).toEqual(['ada', 'ada'])

  openStalled(port, '/api/v1/notes')
  await expect.poll(() => receivedFrom, patience).toEqual(['ada', 'ada', 'ada'])
  await fetch(`${origin}/api/v1/notes`, { headers: { authorization: 'grace' } })
  expect(listedBy).toEqual(['ada', 'ada', 'grace'])

  first.destroy()
  await expect.poll(() => listedBy, patience).toEqual(['ada', 'ada', 'grace', 'ada'])
})
