import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'

test('the first reader receives earlier events, further readers only later ones', async () => {
  const stream = createEventStream<string>()
  stream.emit('early')
  const first = stream[Symbol.asyncIterator]()
  const second = stream[Symbol.asyncIterator]()

  stream.emit('late')

  expect([await first.next(), await first.next()].map(({ value }) => value)).toEqual(['early', 'late'])
  expect((await second.next()).value).toBe('late')
})

test('transient events are not buffered', async () => {
  const stream = createEventStream<string>({ isBuffered: (event) => event !== 'level' })
  stream.emit('level')
  stream.emit('joined')

  expect((await stream[Symbol.asyncIterator]().next()).value).toBe('joined')
})

/** Guarantee: no event is emitted after the end. */
test('ending the stream ends waiting and later readers, and later events are dropped', async () => {
  const stream = createEventStream<string>()
  const waiting = stream[Symbol.asyncIterator]().next()

  stream.end()
  stream.emit('too late')

  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
})

test('a reader that returns receives nothing more', async () => {
  const stream = createEventStream<string>()
  const reader = stream[Symbol.asyncIterator]()
  stream.emit('one')

  await reader.return?.()
  stream.emit('two')

  expect((await reader.next()).done).toBe(true)
})
