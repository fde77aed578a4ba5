import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

test('at most as much work as allowed runs concurrently, in order, also after failures', async () => {
  const limit = createConcurrencyLimit(2)
  let running = 0
  let maxRunning = 0
  const started: number[] = []
  const work = (index: number) => async () => {
    started.push(index)
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await Promise.resolve()
    running -= 1
    if (index % 3 === 0) throw new Error('broken')
    return index
  }

  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => limit(work(index))))

  expect(maxRunning).toBe(2)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    ...[false, true, true],
    ...[false, true, true],
    ...[false, true, true],
  ])
  expect(await limit(async () => 'again')).toBe('again')
})
