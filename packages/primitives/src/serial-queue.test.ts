import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

test('work runs one after the other in the order in which it was added', async () => {
  const queue = createSerialQueue()
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const one = queue.run(async () => {
    log.push('one starts')
    await first.promise
    log.push('one ends')
  })
  const two = queue.run(() => {
    log.push('two')
    return 2
  })
  await Promise.resolve()
  first.resolve()
  await one
  expect(await two).toBe(2)
  expect(log).toEqual(['one starts', 'one ends', 'two'])
})

test('a rejection reaches its caller and does not stop what was added later', async () => {
  const queue = createSerialQueue()
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(() => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('idle waits for everything added before, also when it fails', async () => {
  const queue = createSerialQueue()
  let isDone = false
  queue
    .run(async () => {
      await Promise.resolve()
      isDone = true
      throw new Error('broken')
    })
    .catch(() => {})
  await queue.idle()
  expect(isDone).toBe(true)
})
