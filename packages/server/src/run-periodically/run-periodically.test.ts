import { expect, test } from 'vitest'
import { runPeriodically } from './run-periodically.ts'

test('a task runs immediately and periodically, without overlap, and continues after a failure', async () => {
  const failures: string[] = []
  const enough = Promise.withResolvers<void>()
  let concurrent = 0
  let most = 0
  let count = 0
  const repeating = runPeriodically(
    { intervalMs: 1, onFailure: ({ message }) => failures.push(message) },
    async () => {
      concurrent += 1
      most = Math.max(most, concurrent)
      await new Promise((resolve) => setTimeout(resolve, 3))
      concurrent -= 1
      count += 1
      if (count === 2) throw new Error('once')
      if (count === 5) enough.resolve()
    },
  )
  await enough.promise
  await repeating[Symbol.asyncDispose]()

  expect({ most, failures }).toEqual({ most: 1, failures: ['once'] })
})

test('a run that returns "more" is repeated without delay, and disposing waits for the current run', async () => {
  let count = 0
  let isRunning = false
  const started = Promise.withResolvers<void>()
  const repeating = runPeriodically({ intervalMs: 60_000, onFailure: () => {} }, async () => {
    count += 1
    if (count < 10) return 'more'
    isRunning = true
    started.resolve()
    await new Promise((resolve) => setTimeout(resolve, 20))
    isRunning = false
    return 'done'
  })
  await started.promise
  await repeating[Symbol.asyncDispose]()

  expect({ count, isRunning }).toEqual({ count: 10, isRunning: false })
})
