import { afterEach, expect, test, vi } from 'vitest'
import { createFairQueue, type RunningTasks, type TaskOptions } from './fair-queue.ts'
import { isWithinShare } from './share.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Returns a queue whose first task runs until it is released, so that all others wait. */
function createBusyQueue() {
  const turns = createFairQueue({
    maxWaiting: 4,
    maxWaitingPerQueue: 3,
    createRejection: () => new Error('full'),
  })
  const outcomes: string[] = []
  const started = Promise.withResolvers<void>()
  void turns.enqueue('first', () => started.promise)
  const enqueue = (queue: string, name: string, options?: TaskOptions) =>
    turns
      .enqueue(queue, async () => name, options)
      .then(
        () => outcomes.push(`${name} ran`),
        (error: Error) => outcomes.push(`${name} ${error.message}`),
      )
  return { turns, enqueue, outcomes, release: started.resolve }
}

test('ZR36: when too many tasks wait, the last one of the longest queue gives way to another queue', async () => {
  const { enqueue, outcomes, release } = createBusyQueue()
  const all = [
    enqueue('ada', 'ada 1'),
    enqueue('ada', 'ada 2'),
    enqueue('ada', 'ada 3'),
    enqueue('grace', 'grace 1'),
    enqueue('hedy', 'hedy 1'),
  ]
  await all[2]
  const rejected = [...outcomes]
  release()
  await Promise.all(all)

  expect(rejected).toEqual(['ada 3 full'])
  expect(outcomes.slice(1)).toEqual(['ada 1 ran', 'grace 1 ran', 'hedy 1 ran', 'ada 2 ran'])
})

test('ZR36: a task of a queue that is as long as the others gives way itself', async () => {
  const { enqueue, outcomes, release } = createBusyQueue()
  const all = ['ada 1', 'ada 2', 'grace 1', 'grace 2'].map((name) => enqueue(name.slice(0, -2), name))
  await enqueue('ada', 'ada 3')
  const rejected = [...outcomes]
  release()
  await Promise.all(all)

  expect(rejected).toEqual(['ada 3 full'])
  expect(outcomes).toHaveLength(5)
})

test('ZR61: the sizes of tasks count, and a large one takes the places of several', async () => {
  const { enqueue, outcomes, release } = createBusyQueue()
  const all = [
    enqueue('ada', 'ada 1'),
    enqueue('ada', 'ada 2', { size: 2 }),
    enqueue('grace', 'grace 1', { size: 2 }),
  ]
  await all[1]
  await enqueue('grace', 'grace 2', { size: 2 })
  const rejected = [...outcomes]
  release()
  await Promise.all(all)

  expect(rejected).toEqual(['ada 2 full', 'grace 2 full'])
  expect(outcomes.slice(2)).toEqual(['ada 1 ran', 'grace 1 ran'])
})

test('ZR36: a task whose signal is aborted while it waits does not run', async () => {
  const { enqueue, outcomes, release } = createBusyQueue()
  const closed = new AbortController()
  const all = [enqueue('ada', 'ada 1', closed), enqueue('ada', 'ada 2')]
  closed.abort()
  await enqueue('ada', 'ada 3', closed)
  release()
  await Promise.all(all)

  expect(outcomes.toSorted()).toEqual(['ada 1 full', 'ada 2 ran', 'ada 3 full'])
})

test('ZR37: a paused queue rejects its tasks until the time has passed, and no others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { turns, enqueue, outcomes, release } = createBusyQueue()
  const all = [enqueue('ada', 'ada 1'), enqueue('grace', 'grace 1')]
  turns.pause('ada', 40_000)
  await all[0]
  vi.advanceTimersByTime(39_999)
  await enqueue('ada', 'ada 2')
  const paused = ['ada', 'grace'].filter(turns.isPaused)
  vi.advanceTimersByTime(1)
  all.push(enqueue('ada', 'ada 3'))
  release()
  await Promise.all(all)

  expect(outcomes).toEqual(['ada 1 full', 'ada 2 full', 'grace 1 ran', 'ada 3 ran'])
  expect(paused).toEqual(['ada'])
  expect(turns.isPaused('ada')).toBe(false)
})

test('ZR38: closing rejects all waiting tasks and later ones', async () => {
  const { turns, enqueue, outcomes, release } = createBusyQueue()
  const all = [enqueue('ada', 'ada 1'), enqueue('grace', 'grace 1')]
  turns.close()
  await Promise.all([...all, enqueue('hedy', 'hedy 1')])
  release()

  expect(outcomes.toSorted()).toEqual(['ada 1 full', 'grace 1 full', 'hedy 1 full'])
})

/** Guarantee: a few users with many tasks leave places of a queue to all others. */
test('ZR860: tasks that may not start let those of other queues precede them, and start later', async () => {
  const turns = createFairQueue({
    concurrency: 4,
    maxWaiting: 20,
    maxWaitingPerQueue: 10,
    createRejection: () => new Error('full'),
  })
  const started: string[] = []
  const enqueue = (queue: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const run = () => {
      started.push(queue)
      return promise
    }
    const canStart = ({ own, all }: RunningTasks) => isWithinShare({ own, taken: all, max: 4 })
    return { done: turns.enqueue(queue, run, { canStart }), end: resolve }
  }
  const all = ['ada', 'ada', 'ada', 'ada', 'grace', 'grace', 'hedy'].map(enqueue)
  expect(started).toEqual(['ada', 'ada', 'grace', 'hedy'])

  for (const [index, { done, end }] of all.entries()) {
    end()
    if (index < 2) await done
  }
  await Promise.all(all.map(({ done }) => done))
  expect(started.toSorted()).toEqual(['ada', 'ada', 'ada', 'ada', 'grace', 'grace', 'hedy'])
})

test('ZR860: a task that has waited for too long is rejected, and does not run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const turns = createFairQueue({
    maxWaiting: 4,
    maxWaitingPerQueue: 3,
    maxWaitMs: 10_000,
    createRejection: () => new Error('full'),
  })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = turns.enqueue('ada', () => promise)
  const second = turns.enqueue('grace', async () => 'ran').catch((error: Error) => error.message)
  vi.advanceTimersByTime(10_000)
  expect(await second).toBe('full')
  resolve('long')
  expect(await first).toBe('long')
})
