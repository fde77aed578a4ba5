import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { createResponseStreams } from './response-streams.ts'

afterEach(() => {
  vi.useRealTimers()
})

const limits = {
  perUser: 4,
  perWorkspace: 8,
  perNode: 8,
  owner: 'userId',
  endsFirst: 'stalled',
  minMs: 10_000,
  checkIntervalMs: 3_600_000,
  minBytes: 1,
} as const

async function* createParts(count = 50): AsyncGenerator<string> {
  for (let part = 0; part < count; part += 1) yield 'x'.repeat(100_000)
}

/** Returns a function that opens a response of a user, each in a separate workspace. */
function createStart(changed: { readonly checkIntervalMs?: number } = {}) {
  const start = createResponseStreams({ ...limits, ...changed })
  return (userId: string, ip = '192.0.2.1') =>
    start({ userId, workspaceId: `workspace of ${userId}`, ip }).createBody(createParts())
}

/** Reads a part of a response, as a client that stops then. */
async function read(body: Readable, bytes: number): Promise<void> {
  for (let count = 0; count < bytes; ) {
    const chunk: Buffer | null = body.read()
    if (chunk) count += chunk.length
    else await once(body, 'readable')
  }
}

const listOpen = (all: readonly Readable[]) => all.flatMap((body, index) => (body.destroyed ? [] : [index]))

/** Guarantee: accounts that open responses and read nothing do not prevent those of others. */
test('ZR865: a response of the owner with most ends for a user without any', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const start = createStart()
  const all: Readable[] = []
  for (const userId of ['trudy', 'mallory', 'mallory', 'mallory']) {
    const body = start(userId)
    await read(body, 1)
    vi.advanceTimersByTime(20_000)
    all.push(body)
  }

  const own = start('ada')

  expect(listOpen(all)).toHaveLength(3)
  expect(all[0]?.destroyed).toBe(false)
  expect(await text(own)).toHaveLength(5_000_000)
  for (const body of all) body.destroy()
})

test('ZR865: the only response of an owner ends when its client has read nothing for longest', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const start = createStart()
  const all = ['a', 'b', 'c', 'd'].map((userId) => start(userId))
  for (const body of all) {
    await read(body, 1)
    vi.advanceTimersByTime(1_000)
  }
  expect(() => start('ada')).toThrow()
  vi.advanceTimersByTime(20_000)
  await read(all[0] as Readable, 1_000_000)

  const own = start('ada')
  expect(listOpen(all)).toEqual([0, 2, 3])
  expect(() => start('ada')).toThrow()
  for (const body of [...all, own]) body.destroy()
})

test('ZR866: the clients of a network leave responses to other networks', async () => {
  const start = createStart()
  const all = Array.from({ length: 4 }, (_, index) => start(`mallory ${index}`))

  expect(() => start('trudy')).toThrow()
  const other = start('ada', '198.51.100.1')
  for (const body of [...all, other]) body.destroy()
})

test('ZR865: a response whose client reads nothing for an interval ends, and another one does not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const start = createStart({ checkIntervalMs: 1_000 })
  const [stalled, slow] = [start('mallory'), start('ada')]
  await Promise.all([read(stalled, 1), read(slow, 1)])
  vi.advanceTimersByTime(1_000)
  await read(slow, 100_000)
  vi.advanceTimersByTime(1_000)

  expect([stalled.destroyed, slow.destroyed]).toEqual([true, false])
  slow.destroy()
})

test('ZR865: a response that ended for another one before its audio was found has no audio', async () => {
  const start = createResponseStreams({ ...limits, perUser: 2, perNode: 3 })
  const open = (userId: string) => start({ userId, workspaceId: userId })
  const [first] = [open('mallory'), open('mallory')]
  open('trudy')
  const own = open('ada').createBody(createParts(1))

  const body = first.createBody(createParts(1))
  body.on('error', () => {})
  expect(body.destroyed).toBe(true)
  expect(await text(own)).toHaveLength(100_000)
})
