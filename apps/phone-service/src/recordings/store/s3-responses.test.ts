import { memoryUsage } from 'node:process'
import { expect, test } from 'vitest'
import { startPhone } from '../../testing/start-phone.ts'
import { createS3Store } from './s3-store.ts'
import { type Fault, startFaultyProxy } from './testing/start-faulty-proxy.ts'
import { writeTemporaryFile } from './testing/store-conformance.ts'

/** Not contacted: the proxy itself answers. */
const noPort = 9

/** @param operationTimeoutMs - How long the phone waits for a response. */
async function startService(fault: Fault, operationTimeoutMs: number) {
  const proxy = await startFaultyProxy(noPort)
  proxy.fault = fault
  const s3 = {
    bucket: 'bucket',
    prefix: '',
    endpoint: proxy.url,
    region: 'none',
    accessKey: 'none',
    secretKey: 'none',
    operationTimeoutMs,
  }
  return { s3, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}

/** Guarantee: a service of recordings does not stop the phone by its responses. */
test.each(['endless-response', 'endless-error', 'dripping-response', 'dripping-error'] as const)(
  'ZR383: with a response that does not end (%s), every operation fails soon and holds little memory',
  { timeout: 120_000 },
  async (fault) => {
    const isEndless = fault.startsWith('endless')
    // An upload may take longer, the larger it is.
    await using file = await writeTemporaryFile(Buffer.alloc(1_000))
    // The size of an endless response is noticed before the time is over.
    await using service = await startService(fault, isEndless ? 100_000 : 500)
    const store = await createS3Store(service.s3)
    const before = memoryUsage().rss

    for (const attempt of await Promise.allSettled([store.put('a.wav', file.path), store.delete('a.wav')]))
      expect(attempt).toMatchObject({
        status: 'rejected',
        reason: { isPermanent: false, message: expect.stringContaining(isEndless ? 'too large' : 'S3') },
      })

    expect(memoryUsage().rss - before).toBeLessThan(200_000_000)
  },
)

test('ZR383: the phone starts while S3 sends a response that does not end', { timeout: 30_000 }, async () => {
  await using service = await startService('dripping-response', 500)

  await using phone = await startPhone({ recordings: { s3: service.s3 } })

  expect((await phone.as(phone.signUp('Ada')).get('/me')).status).toBe(200)
})
