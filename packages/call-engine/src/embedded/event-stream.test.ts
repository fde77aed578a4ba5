import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'

test('the first reader hears what was told before it, a further one what is told after it began', async () => {
  const stream = createEventStream<string>()
  stream.emit('early')
  const first = stream[Symbol.asyncIterator]()
  const second = stream[Symbol.asyncIterator]()

  stream.emit('late')

  expect([await first.next(), await first.next()].map(({ value }) => value)).toEqual(['early', 'late'])
  expect((await second.next()).value).toBe('late')
})

test('what only matters at its moment is not kept for later', async () => {
  const stream = createEventStream<string>({ isWorthKeeping: (event) => event !== 'level' })
  stream.emit('level')
  stream.emit('joined')

  expect((await stream[Symbol.asyncIterator]().next()).value).toBe('joined')
})

/** Guarantee: nothing speaks after the end. */
test('every reader ends, those who wait and those who come later, and nothing is told after', async () => {
  const stream = createEventStream<string>()
  const waiting = stream[Symbol.asyncIterator]().next()

  stream.end()
  stream.emit('too late')

  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
})

test('a reader that stops reading is ended', async () => {
  const stream = createEventStream<string>()
  const reader = stream[Symbol.asyncIterator]()
  stream.emit('one')

  await reader.return?.()
  stream.emit('two')

  expect((await reader.next()).done).toBe(true)
})
