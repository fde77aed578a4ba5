import type { Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { DatabaseServer } from '../database/open.ts'
import type { Log } from '../log/log.ts'

/** Work that must happen. It may run twice, so `run` begins by looking whether it has been done. */
export interface Job<Services, Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly run: (services: Services, payload: Payload, about: { readonly jobId: string }) => Promise<void>
  /** How often it is tried again, with a growing wait. */
  readonly retries?: number
}

/** Describes a job; the compiler holds payload and `run` together. */
export function job<Services, Payload>(description: Job<Services, Payload>): Job<Services, Payload> {
  return description
}

export interface Jobs extends AsyncDisposable {
  /**
   * Stores a job in the transaction that causes it: it exists if and only if that commits, and workers are woken then.
   *
   * @returns the id of the job, a uuid.
   */
  enqueue<Payload>(
    transaction: Transaction<never> | Transaction<unknown> | AnyTransaction,
    description: Job<never, Payload>,
    payload: NoInfer<Payload>,
  ): Promise<string>
  /** Begins to work on jobs of this kind in this process. */
  work<Services, Payload>(description: Job<Services, Payload>, services: Services): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a transaction over any tables; its table types do not matter here.
type AnyTransaction = Transaction<any>

const defaultRetries = 8

/**
 * Jobs in the same database. Woken at once after the commit by LISTEN/NOTIFY; polling is the safety net. A job whose process
 * died is run again.
 */
export async function openJobs(server: DatabaseServer, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    ...server.connection,
    schema: 'jobs',
    max: 4,
    application_name: 'parley-jobs',
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', (error: Error) => log.error('jobs.failed', { message: error.message }))
  await boss.start()
  const known = new Set<string>()

  const makeQueue = async ({ name, retries }: Pick<Job<never, never>, 'name' | 'retries'>) => {
    if (known.has(name)) return
    await boss.createQueue(name, {
      notify: true,
      retryLimit: retries ?? defaultRetries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 120,
      deleteAfterSeconds: 24 * 60 * 60,
    })
    known.add(name)
  }

  return {
    async enqueue(transaction, description, payload) {
      await makeQueue(description)
      const id = await boss.send(description.name, description.payload.parse(payload) as object, {
        db: fromKysely(transaction),
      })
      if (!id) throw new Error(`The job ${description.name} was not stored`)
      return id
    },
    async work(description, services) {
      await makeQueue(description)
      await boss.work(description.name, { notifyPollingIntervalSeconds: 5 }, async (taken) => {
        for (const { id, data } of taken) await runOne(description, services, id, data, log)
      })
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

async function runOne<Services, Payload>(
  description: Job<Services, Payload>,
  services: Services,
  jobId: string,
  data: unknown,
  log: Log,
): Promise<void> {
  try {
    await description.run(services, description.payload.parse(data), { jobId })
  } catch (error) {
    log.warn('job.failed', { job: description.name, jobId, message: (error as Error).message })
    throw error
  }
}
