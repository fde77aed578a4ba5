import { afterEach, expect, test, vi } from 'vitest'
import { createFairQueue, type TaskOptions } from './fair-queue.ts'

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
