import { waitUntil } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import type { Bus } from './bus.ts'

/** The buses of two nodes of one installation. */
export interface ConnectedBuses extends AsyncDisposable {
  readonly one: Bus
  readonly other: Bus
}

/** The guarantees of a {@link Bus}, as tests. Every implementation runs them in its own test file. */
export function describeBus(name: string, start: () => Promise<ConnectedBuses>): void {
  describe(name, () => {
    test('a message reaches the subscribers of its topic on all nodes, and no others', async () => {
      await using buses = await start()
      const received: unknown[] = []
      await buses.one.subscribe('node:1', (message) => received.push(['one', message]))
      await buses.other.subscribe('node:1', (message) => received.push(['other', message]))
      await buses.other.subscribe('node:2', (message) => received.push(['node:2', message]))

      await buses.one.publish('node:1', { type: 'ring', users: ['ada', null, 1.5] })

      await waitUntil('both have received it', () => received.length === 2)
      const message = { type: 'ring', users: ['ada', null, 1.5] }
      expect(received).toEqual(
        expect.arrayContaining([
          ['one', message],
          ['other', message],
        ]),
      )
    })

    test('messages of one sender arrive in order, each once', async () => {
      await using buses = await start()
      const received: unknown[] = []
      await buses.other.subscribe('nodes', (message) => received.push(message))

      const sent = Array.from({ length: 500 }, (_, index) => index)
      await Promise.all(sent.map((index) => buses.one.publish('nodes', index)))

      await waitUntil('all have arrived', () => received.length >= sent.length)
      expect(received).toEqual(sent)
    })
    testListeners(start)
    testFailures(start)
  })
}

function testListeners(start: () => Promise<ConnectedBuses>): void {
  test('two listeners of a topic both receive its messages', async () => {
    await using buses = await start()
    expect(await buses.one.publish('nodes', 'no subscriber')).toBe(0)
    const received: unknown[] = []
    await buses.other.subscribe('nodes', (message) => received.push(['first', message]))
    await buses.other.subscribe('nodes', (message) => received.push(['second', message]))

    expect(await buses.one.publish('nodes', 'hello')).toBeGreaterThan(0)

    await waitUntil('both have received it', () => received.length === 2)
    expect(received).toEqual([
      ['first', 'hello'],
      ['second', 'hello'],
    ])
  })

  test('a second subscription of a topic resolves when the first one does', async () => {
    await using buses = await start()
    let isSubscribed = false
    void buses.one
      .subscribe('nodes', () => {})
      .then(() => {
        isSubscribed = true
      })

    await buses.one.subscribe('nodes', () => {})

    expect(isSubscribed).toBe(true)
  })

  test('a listener receives a copy, and does not run while its message is being published', async () => {
    await using buses = await start()
    const sent = { list: [1] }
    const received: unknown[] = []
    await buses.one.subscribe('nodes', (message) => received.push(message))

    const published = buses.one.publish('nodes', sent)
    expect(received).toEqual([])
    sent.list.push(2)
    await published

    await waitUntil('it has arrived', () => received.length === 1)
    expect(received).toEqual([{ list: [1] }])
  })
}

function testFailures(start: () => Promise<ConnectedBuses>): void {
  test('after a listener has failed with a message, the others receive it, and it receives the next one', async () => {
    await using buses = await start()
    const received: unknown[] = []
    await buses.other.subscribe('nodes', (message) => {
      received.push(['first', message])
      throw new Error('This message is not known.')
    })
    await buses.other.subscribe('nodes', (message) => received.push(['second', message]))

    await buses.one.publish('nodes', 1)
    await buses.one.publish('nodes', 2)

    await waitUntil('all have arrived', () => received.length >= 4)
    expect(received).toEqual([
      ['first', 1],
      ['second', 1],
      ['first', 2],
      ['second', 2],
    ])
  })

  test('a bus that works has no problem', async () => {
    await using buses = await start()
    expect([buses.one.findProblem(), buses.other.findProblem()]).toEqual([null, null])
  })
}
