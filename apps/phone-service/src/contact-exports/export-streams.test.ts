import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createExportStreams } from './export-streams.ts'

const createUser = (workspaceId: string, name = 'ada') => ({
  userId: `${name} of ${workspaceId}`,
  workspaceId,
})
const limits = { maxRunning: 2, minRunMs: 0, checkIntervalMs: 3_600_000, minBytesPerSecond: 1_000 }

async function* createParts(count: number): AsyncGenerator<string> {
  for (let part = 0; part < count; part += 1) yield 'x'.repeat(100_000)
}

/** Reads a part of an export, as a client that stops then. */
async function readSome(body: Readable, bytes: number): Promise<void> {
  for (let read = 0; read < bytes; ) {
    const chunk: Buffer | null = body.read()
    if (chunk) read += chunk.length
    else await once(body, 'readable')
  }
}

/** Guarantee: clients that do not read occupy no exports of others. */
test.each([1, 50])('ZR736: an export of %s parts ends when its client reads too slowly', async (count) => {
  const start = createExportStreams({ ...limits, checkIntervalMs: 200 })
  const stalled = start(createUser('bakery'), () => createParts(count))
  const ended = once(stalled, 'close')
  await readSome(stalled, 1)
  expect(() => start(createUser('bakery'), () => createParts(1))).toThrow()

  await ended
  const next = start(createUser('bakery'), () => createParts(3))
  expect(await text(next)).toHaveLength(300_000)
})

test('ZR736: an export that waits for the database does not end', async () => {
  const start = createExportStreams({ ...limits, checkIntervalMs: 100 })
  const body = start(createUser('bakery'), async function* () {
    yield 'a'
    await wait(500)
    yield 'b'
  })

  expect(await text(body)).toBe('ab')
})

test('ZR736: the slowest export ends for one of a workspace without any', async () => {
  const start = createExportStreams(limits)
  const slow = start(createUser('bakery'), () => createParts(50))
  const fast = start(createUser('dairy'), () => createParts(50))
  await Promise.all([readSome(slow, 1), readSome(fast, 2_000_000)])
  expect(() => start(createUser('dairy', 'grace'), () => createParts(1))).toThrow()

  const next = start(createUser('library'), () => createParts(1))

  expect([slow.destroyed, fast.destroyed]).toEqual([true, false])
  expect(await text(next)).toHaveLength(100_000)
  fast.destroy()
})
