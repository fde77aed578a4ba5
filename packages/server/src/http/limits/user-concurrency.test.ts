import { expect, test } from 'vitest'
import { createUserConcurrency } from './user-concurrency.ts'

const ada = { userKey: 'ada', sessionKey: 'at home' }
const grace = { userKey: 'grace', sessionKey: 'at work' }

/** Guarantee: one user delays others by a few requests only, and a bounded number of them waits. */
test('ZR33: four requests of a user run at a time and 100 wait or run while those of others are not limited', async () => {
  const run = createUserConcurrency({ maxRunning: 4, maxWaitMs: 600_000 })
  const released = Promise.withResolvers<'done'>()
  let running = 0
  const operation = () => {
    running += 1
    return released.promise
  }

  const ofAda = Array.from({ length: 100 }, () => run(ada, operation))
  expect(running).toBe(4)
  await expect(run(ada, operation)).rejects.toMatchObject({ status: 429 })

  const ofGrace = run(grace, operation)
  expect(running).toBe(5)

  released.resolve('done')
  expect(new Set(await Promise.all([...ofAda, ofGrace]))).toEqual(new Set(['done']))
  expect(running).toBe(101)
  expect(await run(ada, operation)).toBe('done')
})

/** Guarantee: a request does not run long after its client sent it. */
test('ZR481: a request that waits too long for others of its user gets 429 and does not run', async () => {
  const run = createUserConcurrency({ maxRunning: 1, maxWaitMs: 20 })
  const released = Promise.withResolvers<string>()
  const first = run(ada, () => released.promise)
  let hasRun = false

  await expect(
    run(ada, async () => {
      hasRun = true
    }),
  ).rejects.toMatchObject({ status: 429 })
  released.resolve('first')

  expect([await first, await run(ada, async () => 'last'), hasRun]).toEqual(['first', 'last', false])
})

/** Guarantee: someone with a stolen session does not keep its user from ending it. */
test('ZR488: a session whose requests fill the queue of its user takes turns with the others', async () => {
  const run = createUserConcurrency({ maxRunning: 1, maxWaitMs: 600_000 })
  const stolen = { userKey: 'ada', sessionKey: 'stolen' }
  const released = Promise.withResolvers<void>()
  const order: string[] = []
  const first = run(stolen, () => released.promise)
  const flood = Array.from({ length: 99 }, () => run(stolen, async () => order.push('stolen')))
  const own = run(ada, async () => order.push('own'))
  const outcomes = Promise.allSettled(flood)
  released.resolve()
  await Promise.all([first, own])

  const rejected = (await outcomes).filter(({ status }) => status === 'rejected')
  expect([rejected.length, order.indexOf('own'), order.length]).toEqual([1, 1, 99])
})
