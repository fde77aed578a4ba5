import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { type RecordingStore, RecordingStoreError } from './recording-store.ts'
import { createS3Store } from './s3-store.ts'
import { writeTemporaryFile } from './testing/store-conformance.ts'

/** Larger than what the kernel stores of a response that is not read. */
const sizeBytes = 16 * 1024 * 1024
/** More than the connections of a store. */
const listeners = 60

/** Starts a service in which every object exists with one size until it is deleted. Counts the requests without a complete response. */
async function startService() {
  let pending = 0
  let largestPartBytes = 0
  let isSilent = false
  let isSlow = false
  const deleted = new Set<string | undefined>()
  const server = createServer((request, response) => {
    const { method, url, headers } = request.resume()
    pending += 1
    response.once('close', () => {
      pending -= 1
    })
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    const partBytes = Number(to) - Number(from) + 1
    largestPartBytes = Math.max(largestPartBytes, partBytes)
    const path = url?.split('?')[0]
    if (method === 'DELETE') deleted.add(path)
    if (method === 'HEAD' && deleted.has(path)) response.writeHead(404).end()
    else if (method === 'HEAD') response.writeHead(200, { 'content-length': sizeBytes }).end()
    else if (method !== 'GET') response.end()
    else if (isSlow) response.writeHead(206).write('R')
    else if (!isSilent) response.writeHead(206).end(Buffer.alloc(partBytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    s3: {
      ...{ bucket: 'bucket', prefix: '', region: 'none', accessKey: 'none', secretKey: 'none' },
      endpoint: `http://127.0.0.1:${port}`,
    },
    countPending: () => pending,
    getLargestPartBytes: () => largestPartBytes,
    /** Sends no more than the first byte of audio. */
    sendSlowly() {
      isSlow = true
    },
    /** Responds to no request for audio any more. */
    silence() {
      isSilent = true
    },
    [Symbol.asyncDispose]() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Returns the audio of an object, of which nothing has been read. */
async function open(store: RecordingStore): Promise<AsyncIterator<Buffer>> {
  const audio = required(await store.find('a.wav'), 'the object')
  return audio.read(0, sizeBytes - 1)[Symbol.asyncIterator]()
}

/** Guarantee (ZR453): no listener keeps others from hearing their recordings, or the phone from storing them. */
test('ZR453: a listener who does not read on occupies no connection', { timeout: 60_000 }, async () => {
  await using file = await writeTemporaryFile(Buffer.alloc(sizeBytes))
  await using service = await startService()
  const store = await createS3Store(service.s3)

  for (let index = 0; index < listeners; index += 1) await (await open(store)).next()

  await waitUntil('all responses are complete', () => service.countPending() === 0)
  expect(service.getLargestPartBytes()).toBe(128 * 1024)
  await store.put('new.wav', file.path)
  expect((await (await open(store)).next()).value).not.toHaveLength(0)
})

test('ZR453: recordings are stored while those that are played wait for S3', {
  timeout: 90_000,
}, async () => {
  await using file = await writeTemporaryFile(Buffer.alloc(sizeBytes))
  const service = await startService()
  const store = await createS3Store(service.s3)
  const waiting: AsyncIterator<Buffer>[] = []
  for (let index = 0; index < listeners; index += 1) waiting.push(await open(store))
  service.silence()
  let hasEnded = false
  const played = Promise.allSettled(waiting.map((audio) => audio.next())).then(() => {
    hasEnded = true
  })

  await store.put('new.wav', file.path)
  await store.delete('old.wav')

  expect(hasEnded).toBe(false)
  await service[Symbol.asyncDispose]()
  await played
})

test('ZR453: audio that does not arrive in time is an error', { timeout: 30_000 }, async () => {
  await using service = await startService()
  const store = await createS3Store({ ...service.s3, operationTimeoutMs: 500, idleTimeoutMs: 600_000 })
  const audio = await open(store)
  service.sendSlowly()

  await expect(audio.next()).rejects.toThrow(RecordingStoreError)
})
