import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestDatabase } from '../database/testing/test-server.ts'
import { createLog } from '../log/log.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { defineJob, openJobs } from './jobs.ts'

const log = createLog({ level: 'silent' })
const secrets = createSecrets('a server secret of forty characters long.')

const ring = defineJob({
  name: 'ring-bell',
  payload: z.object({ bell: z.string() }),
  async run({ onRing }: { onRing: (bell: string) => void | Promise<void> }, { bell }) {
    await onRing(bell)
  },
})

/** Guarantee: a job exists if and only if the transaction that caused it committed. */
test('a job runs if its transaction commits, and does not exist if it is rolled back', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  const rung: string[] = []
  const first = Promise.withResolvers<void>()
  await jobs.work(ring, {
    onRing: (bell) => {
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

test('an obsolete queue is removed once it is empty, and other queues remain', async () => {
  await using server = await startTestDatabase()
  const database = server.schema<Record<string, never>>('public')
  const queues = async () =>
    (await server.pool.query('select name from jobs.queue order by name')).rows.map(({ name }) => name)
  {
    await using earlier = await openJobs(server, log, secrets)
    await database.transaction().execute(async (transaction) => {
      await earlier.enqueue(transaction, ring, { bell: 'left behind' })
      await earlier.enqueue(transaction, { ...ring, name: 'toll-bell' }, { bell: 'waiting' })
    })
  }
  await using jobs = await openJobs(server, log, secrets)
  const before = await queues()
  expect(before).toEqual(expect.arrayContaining(['ring-bell', 'toll-bell']))

  await jobs.retire('ring-bell')
  expect(await queues()).toEqual(before)
  await server.pool.query("delete from jobs.job where name = 'ring-bell'")
  await jobs.retire('ring-bell')
  await jobs.retire('ring-bell')

  expect(await queues()).toEqual(before.filter((name) => name !== 'ring-bell'))
})

/** Guarantee: a group with many or slow jobs does not block other groups. */
test('jobs of one group do not delay jobs of another group', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  const [slow, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const rung: string[] = []
  const grouped = { ...ring, concurrency: 3, toGroup: ({ bell }: { bell: string }) => bell }
  await jobs.work(grouped, {
    onRing: async (bell) => {
      rung.push(bell)
      if (bell === 'quick') quick.resolve()
      else await slow.promise
    },
  })

  await database.transaction().execute(async (transaction) => {
    for (const bell of ['slow', 'slow', 'slow', 'slow', 'quick'])
      await jobs.enqueue(transaction, grouped, { bell })
  })
  await quick.promise

  expect(rung.filter((bell) => bell === 'slow').length).toBeLessThan(3)
  slow.resolve()
})

/** Guarantee (ZR22): the limit of a group holds although its workers take jobs concurrently. */
test('ZR22: workers that take jobs concurrently keep the limit of a group, and run all its jobs', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  let [running, highest, finished] = [0, 0, 0]
  const grouped = { ...ring, concurrency: 6, toGroup: ({ bell }: { bell: string }) => bell }
  await jobs.work(grouped, {
    onRing: async () => {
      running += 1
      highest = Math.max(highest, running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
      finished += 1
    },
  })

  // All workers are idle at the start of each round, and so take jobs concurrently.
  for (let round = 1; round <= 15; round++) {
    await database.transaction().execute(async (transaction) => {
      for (let n = 0; n < 6; n++) await jobs.enqueue(transaction, grouped, { bell: 'noon' })
    })
    await expect.poll(() => finished, { timeout: 30_000, interval: 5 }).toBe(round * 6)
  }

  expect(highest).toBe(2)
})

/** Guarantee (ZR508): jobs of many groups together do not delay the important ones by more than a running job. */
test('ZR508: of the jobs that wait, one with a higher priority runs first', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  const bells = ['noon', 'evening', 'fire']
  const ranked = { ...ring, toPriority: ({ bell }: { bell: string }) => (bell === 'fire' ? 1 : 0) }
  await database.transaction().execute(async (transaction) => {
    for (const bell of bells) await jobs.enqueue(transaction, ranked, { bell })
  })
  const rung: string[] = []
  await jobs.work(ranked, { onRing: (bell) => void rung.push(bell) })

  await expect.poll(() => rung).toHaveLength(3)
  expect(rung[0]).toBe('fire')
})

test('many queued jobs run without waiting for the next poll', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  const done = Promise.withResolvers<void>()
  let count = 0
  await jobs.work(ring, {
    onRing: () => {
      count++
      if (count === 60) done.resolve()
    },
  })

  await database.transaction().execute(async (transaction) => {
    for (let n = 0; n < 60; n++) await jobs.enqueue(transaction, ring, { bell: 'noon' })
  })
  // Sixty polls would take five minutes, longer than the test timeout.
  await done.promise

  expect(count).toBe(60)
})

test('a failed job is retried', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  const second = Promise.withResolvers<void>()
  let tries = 0
  await jobs.work(ring, {
    onRing: () => {
      tries++
      if (tries === 1) throw new Error('the rope broke')
      second.resolve()
    },
  })

  await database.transaction().execute((transaction) => jobs.enqueue(transaction, ring, { bell: 'noon' }))
  await second.promise

  expect(tries).toBe(2)
})

/** Guarantee (CO4): a database dump reveals neither the payloads nor the failures of jobs. */
test('payloads and failures are not readable in the database', async () => {
  await using server = await startTestDatabase()
  await using jobs = await openJobs(server, log, secrets)
  const database = server.schema<Record<string, never>>('public')
  const failed = Promise.withResolvers<void>()
  await jobs.work(ring, {
    onRing: (bell) => {
      failed.resolve()
      throw new Error(`${bell} is broken`)
    },
  })

  await database.transaction().execute((transaction) => jobs.enqueue(transaction, ring, { bell: 'big-ben' }))
  await failed.promise
  await jobs[Symbol.asyncDispose]()

  const { rows } = await server.pool.query<{ dump: string }>(
    'select row_to_json(job)::text as dump from jobs.job',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.dump).toContain('The job failed')
  expect(rows[0]?.dump).not.toContain('big-ben')
})

test('the retry options of the current version apply to queues created by another version', async () => {
  await using server = await startTestDatabase()
  const database = server.schema<Record<string, never>>('public')
  let tries = 0
  {
    await using before = await openJobs(server, log, secrets)
    await before.work({ ...ring, retries: 0 }, { onRing: () => {} })
  }
  await using jobs = await openJobs(server, log, secrets)
  const second = Promise.withResolvers<void>()
  await jobs.work(
    { ...ring, retries: 1 },
    {
      onRing: () => {
        tries++
        if (tries === 2) second.resolve()
        throw new Error('the rope broke')
      },
    },
  )

  await database.transaction().execute((transaction) => jobs.enqueue(transaction, ring, { bell: 'noon' }))
  await second.promise

  expect(tries).toBe(2)
})
