import type { JsonValue } from '@parley/call-engine'
import { sleep, waitUntil } from '@parley/primitives'
import { ClientDisconnectedError } from '@parley/server/http'
import { expect, test } from 'vitest'
import type { Bus } from './bus.ts'
import { createInProcessBus } from './in-process-bus.ts'
import { createNodeRequests, UnansweredError } from './node-requests.ts'

const unused = async () => null

async function connect(
  respond: (payload: JsonValue, signal: AbortSignal) => Promise<JsonValue>,
  busOfSender?: (bus: Bus) => Bus,
) {
  const bus = createInProcessBus()
  const sender = await createNodeRequests(busOfSender?.(bus) ?? bus, 'sender', unused)
  await createNodeRequests(bus, 'holder', respond)
  return sender
}

test('a request is executed by its node, and resolves to the response', async () => {
  const sender = await connect(async (payload) => ({ received: payload }))

  const [one, other] = await Promise.all([sender.send('holder', 1), sender.send('holder', { to: 'mute' })])

  expect([one, other]).toEqual([{ received: 1 }, { received: { to: 'mute' } }])
})

/** Guarantee: a command whose response is lost is not executed twice. */
test('FO2: a request that is sent again, because its response was lost, is executed once', async () => {
  let executions = 0
  let isLost = true
  const bus = createInProcessBus()
  const sender = await createNodeRequests(bus, 'sender', unused)
  const lossy: Bus = {
    ...bus,
    async publish(topic, message) {
      const isResponse = Object.hasOwn(Object(message), 'payload')
      if (!isLost || !isResponse) return await bus.publish(topic, message)
      isLost = false
      throw new Error('The connection is interrupted.')
    },
  }
  await createNodeRequests(lossy, 'holder', async () => {
    executions += 1
    return executions
  })

  expect(await sender.send('holder', 'dial')).toBe(1)
  expect(executions).toBe(1)
})

/** A bus that holds messages back while it is stopped, as Redis does, and then delivers all of them. */
function createStoppableBus() {
  const bus = createInProcessBus()
  let held: (() => void)[] | null = null
  return {
    ...bus,
    publish: (topic: string, message: JsonValue) =>
      held === null
        ? bus.publish(topic, message)
        : new Promise<number>((resolve) => held?.push(() => resolve(bus.publish(topic, message)))),
    stop(): void {
      held ??= []
    },
    continue(): void {
      const messages = held ?? []
      held = null
      for (const publish of messages) publish()
    },
  }
}

/** Guarantee: a command that was reported as failed is not executed later. */
test('ZR548: a request that arrives after its sender has ceased to wait is not executed', async () => {
  const executed: JsonValue[] = []
  const bus = createStoppableBus()
  const sender = await createNodeRequests(bus, 'sender', unused)
  await createNodeRequests(bus, 'holder', async (payload) => {
    executed.push(payload)
    return 'done'
  })

  bus.stop()
  await expect(sender.send('holder', 'dial')).rejects.toThrow(UnansweredError)
  bus.continue()

  expect(await sender.send('holder', 'mute')).toBe('done')
  expect(executed).toEqual(['mute'])
}, 20_000)

/** Guarantee: the copies of a request that were on the way for long are not executed again. */
test('ZR548: a request whose copies arrive when its response is forgotten is executed once', async () => {
  const executed: JsonValue[] = []
  const respond = async (payload: JsonValue) => {
    executed.push(payload)
    return 'done'
  }
  const messages: [topic: string, message: JsonValue][] = []
  const bus = createInProcessBus()
  const recorded: Bus = {
    ...bus,
    publish(topic, message) {
      messages.push([topic, message])
      return bus.publish(topic, message)
    },
  }
  const sender = await createNodeRequests(recorded, 'sender', unused)
  await createNodeRequests(bus, 'holder', respond)
  expect(await sender.send('holder', 'dial')).toBe('done')

  // A node that remembers nothing of what it has executed.
  const later = createInProcessBus()
  const laterSender = await createNodeRequests(later, 'sender', unused)
  await createNodeRequests(later, 'holder', respond)
  for (const [topic, message] of messages) await later.publish(topic, message)
  expect(await laterSender.send('holder', 'mute')).toBe('done')

  expect(messages).toHaveLength(2)
  expect(executed).toEqual(['dial', 'mute'])
})

/** Guarantee: a command that a busy node executes is not reported as failed. */
test('ZR548: the response of a node that takes longer than two seconds is awaited', async () => {
  const sender = await connect(async () => {
    await sleep(2_500)
    return 'done'
  })

  expect(await sender.send('holder', 'dial')).toBe('done')
}, 20_000)

test('FO2: a request to a node that is not there, or does not respond, fails', async () => {
  const started: JsonValue[] = []
  const sender = await connect((payload) => {
    started.push(payload)
    return new Promise(() => {})
  })

  await expect(sender.send('another node', 1)).rejects.toThrow(UnansweredError)
  await expect(sender.send('holder', 2)).rejects.toThrow(UnansweredError)
  await waitUntil('it was executed', () => started.length > 0)
  expect(started).toEqual([2])
}, 20_000)

/** Guarantee (ZR475): no user waits longer than documented for a node that cannot be reached. */
test('ZR475: a request fails in time while the bus does not respond', async () => {
  const sender = await connect(unused, (bus) => ({ ...bus, publish: () => new Promise(() => {}) }))

  await expect(sender.send('holder', 1)).rejects.toThrow(UnansweredError)
}, 20_000)

/** Returns a node whose requests wait until they are aborted, and the reasons of that. */
async function connectWaiting() {
  const aborted: unknown[] = []
  const started = Promise.withResolvers<void>()
  const sender = await connect(async (_, signal) => {
    started.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    aborted.push(signal.reason)
    return null
  })
  return { sender, started: started.promise, aborted }
}

test('ZR666: a request that its sender aborts is aborted at the node that executes it', async () => {
  const { sender, started, aborted } = await connectWaiting()
  const client = new AbortController()
  const sent = sender.send('holder', 'dial', client.signal)
  const outcome = expect(sent).rejects.toThrow('The tab is closed.')
  await started

  client.abort(new Error('The tab is closed.'))

  await outcome
  await waitUntil('it is aborted', () => aborted.length === 1)
  expect(aborted[0]).toBeInstanceOf(ClientDisconnectedError)
})

test('ZR666: a request for whose response its sender waits no longer is aborted', async () => {
  const { sender, aborted } = await connectWaiting()

  await expect(sender.send('holder', 'dial')).rejects.toThrow(UnansweredError)

  await waitUntil('it is aborted', () => aborted.length === 1)
}, 20_000)

test('ZR666: a request that is aborted before the other node has begun is not executed', async () => {
  const executed: JsonValue[] = []
  const bus = createStoppableBus()
  const sender = await createNodeRequests(bus, 'sender', unused)
  await createNodeRequests(bus, 'holder', async (payload) => {
    executed.push(payload)
    return 'done'
  })
  const client = new AbortController()

  bus.stop()
  const sent = expect(sender.send('holder', 'dial', client.signal)).rejects.toThrow('closed')
  client.abort(new Error('closed'))
  await sent
  bus.continue()

  expect(await sender.send('holder', 'mute')).toBe('done')
  expect(executed).toEqual(['mute'])
})
