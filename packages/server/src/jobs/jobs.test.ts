import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestDatabase } from '../database/testing/test-server.ts'
import { createLog } from '../log/log.ts'
import { job, openJobs } from './jobs.ts'

const log = createLog({ level: 'silent' })

const ring = job({
  name: 'ring-bell',
  payload: z.object({ bell: z.string() }),
  async run({ rung }: { rung: (bell: string) => void | Promise<void> }, { bell }) {
    await rung(bell)
  },
})

/** Guarantee: a job exists if and only if the transaction that caused it committed. */
test('a job of a committed transaction runs, one of a transaction that was rolled back does not', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log)
  const database = server.schema<Record<string, never>>('public')
  const rung: string[] = []
  const first = Promise.withResolvers<void>()
  await jobs.work(ring, {
    rung: (bell) => {
      rung.push(bell)
      if (bell === 'kept') first.resolve()
    },
  })

  await database
    .transaction()
    .execute(async (transaction) => {
      await jobs.enqueue(transaction, ring, { bell: 'undone' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await database.transaction().execute((transaction) => jobs.enqueue(transaction, ring, { bell: 'kept' }))
  await first.promise

  expect(rung).toEqual(['kept'])
})

test('a job that fails is tried again', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log)
  const database = server.schema<Record<string, never>>('public')
  const second = Promise.withResolvers<void>()
  let tries = 0
  await jobs.work(ring, {
    rung: () => {
      tries++
      if (tries === 1) throw new Error('the rope broke')
      second.resolve()
    },
  })

  await database.transaction().execute((transaction) => jobs.enqueue(transaction, ring, { bell: 'noon' }))
  await second.promise

  expect(tries).toBe(2)
})
