import { pbkdf2, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createS3Store, type S3Options } from './s3-store.ts'
import { startFaultyProxy } from './testing/start-faulty-proxy.ts'
import { type Swift, startSwift } from './testing/start-swift.ts'
import { describeRecordingStore, readAll, writeTemporaryFile } from './testing/store-conformance.ts'

let swift: Swift
beforeAll(async () => {
  swift = await startSwift()
}, 180_000)
afterAll(() => swift[Symbol.asyncDispose]())

/** No request is sent. */
const unreachable: S3Options = {
  bucket: 'none',
  prefix: '',
  endpoint: 'http://127.0.0.1:9',
  region: 'none',
  accessKey: 'none',
  secretKey: 'none',
}

const open = (changes: Partial<S3Options> = {}) => createS3Store({ ...swift.s3, ...changes })

describe('NR7: without a prefix', () => describeRecordingStore(() => open()))
describe('NR7: with a prefix', () => describeRecordingStore(() => open({ prefix: 'phone/recordings/' })))

test('stores with different prefixes in one bucket are separate', async () => {
  await using file = await writeTemporaryFile()
  const [first, second] = [await open({ prefix: 'first/' }), await open({ prefix: 'second/' })]
  await first.put('a.wav', file.path)
  await second.delete('a.wav')
  expect(await second.find('a.wav')).toBeNull()
  expect(await first.find('a.wav')).not.toBeNull()
})

/** Guarantee (ZR77): recordings are neither read nor written without the secret key. */
test.each([
  ['a wrong secret key', { secretKey: 'another-secret' }],
  ['an unknown access key', { accessKey: 'parley:another' }],
  ['a missing bucket', { bucket: 'another' }],
] as const)(
  'ZR77: %s is a permanent error of every operation, which contains no key',
  async (_name, changes) => {
    await using file = await writeTemporaryFile()
    const right = await open()
    await right.put('protected.wav', file.path)
    const wrong = await open(changes)

    const attempts = [wrong.put('protected.wav', file.path), wrong.delete('protected.wav')]
    // A request for the head of a missing bucket has no code.
    if (!('bucket' in changes)) attempts.push(wrong.find('protected.wav').then(() => undefined))
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { isPermanent: true } })
      expect(String(attempt.status === 'rejected' && attempt.reason)).not.toMatch(/secret|parley:/)
    }
    expect(await readAll(await right.find('protected.wav'))).toEqual(file.bytes)
  },
)

describe('with faults', () => {
  /** Guarantee: no object is taken for stored that is not. */
  test.each(['unavailable', 'full', 'reset', 'silent'] as const)(
    'nothing is stored while the service is %s, and everything afterwards',
    async (fault) => {
      await using file = await writeTemporaryFile()
      await using proxy = await startFaultyProxy(swift.port)
      const store = await open({ endpoint: proxy.url, idleTimeoutMs: 300 })
      const key = `${fault}.wav`

      proxy.fault = fault
      for (const attempt of await Promise.allSettled([
        store.put(key, file.path),
        store.find(key),
        store.delete(key),
      ]))
        expect(attempt).toMatchObject({ status: 'rejected', reason: { isPermanent: false } })
      expect(proxy.requests).toBeGreaterThan(0)

      expect(await (await open()).find(key)).toBeNull()
      const patient = await open({ endpoint: proxy.url })
      proxy.fault = 'none'
      await patient.put(key, file.path)
      expect(await readAll(await patient.find(key))).toEqual(file.bytes)
    },
  )

  /** Guarantee (ZR447): the local file of a recording is deleted only when the store has all of it. */
  test('ZR447: an upload that a proxy accepts instead of the service is not taken for stored', async () => {
    await using first = await writeTemporaryFile(randomBytes(1_000))
    await using second = await writeTemporaryFile()
    await using proxy = await startFaultyProxy(swift.port)
    const store = await open({ endpoint: proxy.url })
    const key = 'accepted.wav'
    const unstored = { isPermanent: false, message: expect.stringContaining('has not stored') }

    proxy.fault = 'maintenance'
    await expect(store.put(key, first.path)).rejects.toMatchObject(unstored)
    proxy.fault = 'none'
    await store.put(key, first.path)
    proxy.fault = 'maintenance'
    await expect(store.put(key, second.path)).rejects.toMatchObject(unstored)

    expect(await readAll(await store.find(key))).toEqual(first.bytes)
  })

  /** Guarantee (ZR679): the row of a deleted recording is deleted only when its audio is. */
  test('ZR679: a deletion that a proxy accepts instead of the service is not taken for done', async () => {
    await using file = await writeTemporaryFile()
    await using proxy = await startFaultyProxy(swift.port)
    const store = await open({ endpoint: proxy.url })
    await store.put('kept.wav', file.path)

    proxy.fault = 'maintenance'
    await expect(store.delete('kept.wav')).rejects.toMatchObject({
      isPermanent: false,
      message: expect.stringContaining('has not deleted'),
    })
    proxy.fault = 'none'
    await store.delete('kept.wav')

    expect(await store.find('kept.wav')).toBeNull()
  })

  test('a slow service stores and returns every byte', async () => {
    await using file = await writeTemporaryFile()
    await using proxy = await startFaultyProxy(swift.port)
    const store = await open({ endpoint: proxy.url })
    proxy.fault = 'slow'
    await store.put('slow.wav', file.path)
    expect(await readAll(await store.find('slow.wav'))).toEqual(file.bytes)
  })

  test('an interrupted response fails instead of ending early', async () => {
    await using file = await writeTemporaryFile()
    await using proxy = await startFaultyProxy(swift.port)
    const store = await open({ endpoint: proxy.url })
    await store.put('interrupted.wav', file.path)
    const audio = await store.find('interrupted.wav')
    proxy.fault = 'reset-response'
    await expect(readAll(audio)).rejects.toThrow()
  })

  /** Guarantee: a player that pauses until the connection times out gets the rest. */
  test('a response that is interrupted after some data is continued', async () => {
    await using file = await writeTemporaryFile()
    await using proxy = await startFaultyProxy(swift.port)
    const store = await open({ endpoint: proxy.url })
    await store.put('continued.wav', file.path)
    const audio = await store.find('continued.wav')
    proxy.fault = 'short-responses'
    expect(await readAll(audio)).toEqual(file.bytes)
  })

  test('an aborted transfer ends', async () => {
    await using file = await writeTemporaryFile(randomBytes(3_000_000))
    await using proxy = await startFaultyProxy(swift.port)
    const store = await open({ endpoint: proxy.url })
    proxy.fault = 'silent'
    const stop = new AbortController()
    const stored = expect(store.put('aborted.wav', file.path, stop.signal)).rejects.toThrow('S3')
    stop.abort()
    await stored
  })
})

/** Guarantee: a service that stops while it stores a recording has no error outside of that operation. */
test('a file is not opened after its aborted transfer has ended', async () => {
  await using file = await writeTemporaryFile(randomBytes(10))
  const store = await createS3Store({ ...unreachable })
  const stop = new AbortController()
  stop.abort()
  // Files are opened late, because other operations occupy all threads.
  let isOccupied = true
  const occupy = (): void => pbkdf2('', '', 20_000, 64, 'sha512', () => isOccupied && occupy())
  for (let count = 0; count < 8; count += 1) occupy()
  try {
    await expect(store.put('aborted.wav', file.path, stop.signal)).rejects.toThrow('S3')
    rmSync(file.path)
  } finally {
    isOccupied = false
  }
  // The operations of this test are the first ones of the queue.
  await new Promise((resolve) => pbkdf2('', '', 1, 64, 'sha512', resolve))
})
