import { createSerialQueue } from '@parley/primitives'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallTimers } from './call-timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createTimers() {
  const queue = createSerialQueue()
  const log = { info() {}, warn() {}, error: vi.fn() }
  return { queue, log, timers: new CallTimers(queue, log, 'a call') }
}

test('a timer runs once after its time', async () => {
  const { queue, timers } = createTimers()
  const work = vi.fn(async () => {})
  timers.set('ringing', 1_000, work)

  vi.advanceTimersByTime(999)
  await queue.idle()
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  await queue.idle()
  expect(work).toHaveBeenCalledOnce()
})

/** Guarantee: a participant who reattaches in the last moment is not removed. */
test('a timer that expires while the queue is busy does nothing when work before it clears the timer', async () => {
  const { queue, timers } = createTimers()
  const removeLeg = vi.fn(async () => {})
  timers.set('detached leg', 1_000, removeLeg)
  const reattached = queue.run(() => timers.clear('detached leg'))

  vi.advanceTimersByTime(1_000)
  await reattached
  await queue.idle()

  expect(removeLeg).not.toHaveBeenCalled()
})
