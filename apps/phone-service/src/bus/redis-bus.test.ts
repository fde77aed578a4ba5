import { waitUntil } from '@parley/primitives'
import { createLog, createSecrets } from '@parley/server'
import { createClient } from '@redis/client'
import { expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../testing/start-redis.ts'
import { describeBus } from './conformance.ts'
import { createRedisBus } from './redis-bus.ts'

const secrets = createSecrets('a secret for tests that is long enough')

function connect(redis: TestRedis) {
  return createRedisBus({ url: redis.url, secrets, log: createLog({ level: 'silent' }) })
}

async function connectTwo(redis: TestRedis) {
  const [one, other] = [connect(redis), connect(redis)]
  for (const bus of [one, other]) await waitUntil('the bus is connected', () => bus.findProblem() === null)
  return { one, other }
}

describeBus('the bus over Redis', async () => {
  const redis = await startRedis()
  const { one, other } = await connectTwo(redis)
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
      await redis[Symbol.asyncDispose]()
    },
  }
})

test('after Redis was killed and is back, subscriptions work again and both nodes are notified', async () => {
  await using redis = await startRedis()
  const { one, other } = await connectTwo(redis)
  await using _one = one
  await using _other = other
  const received: unknown[] = []
  let reconnected = 0
  for (const bus of [one, other]) bus.addReconnectListener(() => (reconnected += 1))
  await other.subscribe('nodes', (message) => received.push(message))

  await redis.kill()
  await waitUntil('the loss is noticed', () => one.findProblem() !== null && other.findProblem() !== null)
  await expect(one.publish('nodes', 'lost')).rejects.toThrow('not connected to Redis')
  await other.subscribe('later', (message) => received.push(message))
  await redis.start()
  await waitUntil('both are connected', () => reconnected === 2)
  await one.publish('nodes', 'first')
  await one.publish('later', 'second')

  await waitUntil('both messages arrive', () => received.length === 2)
  expect(received).toEqual(['first', 'second'])
})

/** Guarantee: a Redis that hangs, or a firewall that drops its packets, is noticed and reported. */
test('ZR94: after Redis has hung, its connections are replaced, and messages arrive again', async () => {
  await using redis = await startRedis()
  const { one, other } = await connectTwo(redis)
  await using _one = one
  await using _other = other
  const received: unknown[] = []
  let reconnected = 0
  for (const bus of [one, other]) bus.addReconnectListener(() => (reconnected += 1))
  await other.subscribe('nodes', (message) => received.push(message))

  redis.signal('SIGSTOP')
  // As in an installation whose nodes send more than pings.
  const sending = setInterval(() => void one.publish('nodes', 'lost').catch(() => {}), 500)
  await waitUntil('both notice it', () => one.findProblem() !== null && other.findProblem() !== null, 20_000)
  clearInterval(sending)
  redis.signal('SIGCONT')
  await waitUntil('both are connected', () => reconnected === 2, 20_000)
  await one.publish('nodes', 'first')

  await waitUntil('the message arrives', () => received.includes('first'))
})

test('a node starts while Redis is down, and is connected when Redis is there', async () => {
  await using redis = await startRedis()
  await redis.kill()
  await using bus = connect(redis)
  const received: unknown[] = []
  await bus.subscribe('nodes', (message) => received.push(message))
  expect(bus.findProblem()).toContain('Redis')

  await redis.start()

  await waitUntil('a message arrives', async () => {
    await bus.publish('nodes', 'hello').catch(() => {})
    return received.length > 0
  })
})

/** Guarantee: access to Redis does not give access to calls. */
test('ZR99: messages are encrypted in Redis, and one that no node has sent is ignored', async () => {
  await using redis = await startRedis()
  const { one, other } = await connectTwo(redis)
  await using _one = one
  await using _other = other
  await using attacker = await openClient(redis)
  const overheard: string[] = []
  const received: unknown[] = []
  await attacker.client.subscribe('node:1', (text) => void overheard.push(text))
  await other.subscribe('node:1', (message) => received.push(message))
  await other.subscribe('node:2', (message) => received.push(message))

  await one.publish('node:1', { number: '+15550100' })
  await waitUntil('both have it', () => overheard.length === 1 && received.length === 1)
  for (const forged of [JSON.stringify({ number: '+15550101' }), 'x', ''])
    await attacker.client.publish('node:1', forged)
  await attacker.client.publish('node:2', overheard[0] ?? '')
  await one.publish('node:2', 'last')

  await waitUntil('the last message arrives', () => received.includes('last'))
  expect(overheard[0]).not.toContain('5550100')
  expect(received).toEqual([{ number: '+15550100' }, 'last'])
})

/** Guarantee: access to Redis does not fill the disk with log lines. */
test('ZR385: of messages that no node has sent, the first is logged, and then their number', async () => {
  await using redis = await startRedis()
  const counts: number[] = []
  const count = (event: string, fields: object = {}) => {
    if (event === 'bus.message_failed') counts.push('messages' in fields ? Number(fields.messages) : 1)
  }
  const log = { ...createLog({ level: 'silent' }), warn: count, error: count }
  await using bus = createRedisBus({ url: redis.url, secrets, log, warningIntervalMs: 1_000 })
  await using attacker = await openClient(redis)
  await bus.subscribe('node:1', () => {})
  await waitUntil('the bus is connected', () => bus.findProblem() === null)

  await Promise.all(Array.from({ length: 100 }, () => attacker.client.publish('node:1', 'forged')))

  await waitUntil('all are counted', () => counts.reduce((sum, each) => sum + each, 0) === 100)
  expect(counts[0]).toBe(1)
  // One more for each second that the messages take.
  expect(counts.length).toBeLessThan(20)
})

/** Guarantee: a command that was recorded in Redis, such as to dial a number, is never executed again. */
test('ZR95: a message that is published again is ignored', async () => {
  await using redis = await startRedis()
  const { one, other } = await connectTwo(redis)
  await using _one = one
  await using _other = other
  await using attacker = await openClient(redis)
  const overheard: string[] = []
  const received: unknown[] = []
  await attacker.client.subscribe('node:1', (text) => void overheard.push(text))
  await other.subscribe('node:1', (message) => received.push(message))

  await one.publish('node:1', 'dial')
  await one.publish('node:1', 'mute')
  await waitUntil('both have them', () => overheard.length === 2 && received.length === 2)
  for (const text of [...overheard]) await attacker.client.publish('node:1', text)
  await one.publish('node:1', 'last')

  await waitUntil('the last message arrives', () => received.includes('last'))
  expect(received).toEqual(['dial', 'mute', 'last'])
})

test('a subscription that Redis rejects is tried again, and is reported as a problem until then', async () => {
  await using redis = await startRedis()
  await using operator = await openClient(redis)
  await operator.client.sendCommand(['ACL', 'SETUSER', 'default', 'resetchannels'])
  await using bus = connect(redis)
  const received: unknown[] = []
  let reconnected = 0
  bus.addReconnectListener(() => (reconnected += 1))
  await bus.subscribe('nodes', (message) => received.push(message))
  await waitUntil('the problem is reported', () => bus.findProblem()?.includes('rejects'))

  await operator.client.sendCommand(['ACL', 'SETUSER', 'default', 'allchannels'])
  await waitUntil('the bus works', () => bus.findProblem() === null)
  await bus.publish('nodes', 'hello')

  await waitUntil('the message arrives', () => received.length > 0)
  expect([received, reconnected]).toEqual([['hello'], 1])
})

async function openClient(redis: TestRedis) {
  const client = createClient({ url: redis.url })
  await client.connect()
  return {
    client,
    async [Symbol.asyncDispose]() {
      client.destroy()
    },
  }
}
