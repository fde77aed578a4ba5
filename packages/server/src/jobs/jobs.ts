import type { Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { DatabaseServer } from '../database/open.ts'
import type { Log } from '../log/log.ts'
import type { Secrets } from '../secrets/secrets.ts'

/**
 * A job that must run at least once. It may run twice, so `run` must first check whether the work is done.
 */
export interface Job<Services, Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly run: (services: Services, payload: Payload, about: { readonly jobId: string }) => Promise<void>
  /** Maximum number of retries, with exponential backoff. */
  readonly retries?: number
  /** Delay before the first retry; doubles with each. Default: 1. */
  readonly retryDelaySeconds?: number
  /** How many of these jobs one process runs concurrently. Default: 1. */
  readonly concurrency?: number
  /** Group of a job. A group may use one third of `concurrency`, so that it cannot block other groups. */
  readonly toGroup?: (payload: Payload) => string
  /** Of the jobs that wait, those with the highest priority run first. Default: 0. */
  readonly toPriority?: (payload: Payload) => number
}

/** Defines a job; infers the type of the payload. */
export function defineJob<Services, Payload>(description: Job<Services, Payload>): Job<Services, Payload> {
  return description
}

export interface Jobs extends AsyncDisposable {
  /**
   * Stores a job in the given transaction: it exists if and only if the transaction commits. Workers are then
   * notified. A job with `startAfter` runs within seconds of that moment.
   *
   * @returns the id of the job, a UUID.
   */
  enqueue<Payload>(
    transaction: Transaction<never> | Transaction<unknown> | AnyTransaction,
    description: Job<never, Payload>,
    payload: NoInfer<Payload>,
    options?: { readonly startAfter: Date },
  ): Promise<string>
  /** Starts workers for this job in this process. */
  work<Services, Payload>(description: Job<Services, Payload>, services: Services): Promise<void>
  /**
   * Removes the queue of a job that no longer exists, if it is empty. A server of the previous version may
   * still be running and using it.
   */
  retire(name: string): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a transaction over any tables; its table types do not matter here.
type AnyTransaction = Transaction<any>

const defaultRetries = 8

type Queue = Pick<Job<never, never>, 'name' | 'retries' | 'retryDelaySeconds'>

/** Payloads are stored encrypted: an e-mail may contain a sign-in link. */
const storedPayload = z.object({ sealed: z.string() })
const toPurpose = (name: string) => `payload of ${name}`

/**
 * Opens the job queues in the same database. LISTEN/NOTIFY wakes workers immediately after a commit; polling
 * is the fallback. A job whose process crashed runs again. Payloads are encrypted, so that a database dump
 * does not reveal them.
 */
export async function openJobs(
  server: Pick<DatabaseServer, 'connection'>,
  log: Log,
  secrets: Secrets,
): Promise<Jobs> {
  const boss = await startBoss(server, log)
  const known = new Set<string>()

  const makeQueue = async (queue: Queue) => {
    const { name } = queue
    if (known.has(name)) return
    const options = toQueueOptions(queue)
    await boss.createQueue(name, options)
    // createQueue does not change an existing queue, which may have the options of another version.
    await boss.updateQueue(name, options)
    known.add(name)
  }

  return {
    async enqueue(transaction, description, payload, options) {
      await makeQueue(description)
      const parsed = description.payload.parse(payload)
      const sealed = secrets.seal(JSON.stringify(parsed), toPurpose(description.name))
      const id = await boss.send(description.name, { sealed } satisfies z.infer<typeof storedPayload>, {
        db: fromKysely(transaction),
        ...options,
        ...(description.toGroup ? { group: { id: description.toGroup(parsed) } } : {}),
        ...(description.toPriority ? { priority: description.toPriority(parsed) } : {}),
      })
      if (!id) throw new Error(`The job ${description.name} was not stored.`)
      return id
    },
    async work(description, services) {
      await makeQueue(description)
      const { name, payload, run } = description
      await boss.work(name, toWorkOptions(description), async (taken) => {
        for (const { id, data } of taken) {
          await runLogged(name, id, log, async () => {
            const text = secrets.open(storedPayload.parse(data).sealed, toPurpose(name))
            await run(services, payload.parse(JSON.parse(text)), { jobId: id })
            // More jobs may be waiting. Checks immediately instead of at the next poll.
          }).finally(() => wakeWorkers(boss, name))
        }
      })
    },
    async retire(name) {
      if (!(await boss.getQueue(name))) return
      const jobs = await boss.findJobs(name)
      if (jobs.length === 0) await boss.deleteQueue(name)
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

async function startBoss(server: Pick<DatabaseServer, 'connection'>, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...server.connection,
    schema: 'jobs',
    max: 4,
    application_name: 'parley-jobs',
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', (error: Error) => log.error('job_queue.failed', { message: error.message }))
  boss.on('warning', (warning) => log.warn('job_queue.warned', { message: warning.message }))
  await boss.start()
  return boss
}

/**
 * The limit of a group is checked in memory: as a condition of the query, it would not count jobs that are
 * taken concurrently, which could then occupy all workers.
 */
function toWorkOptions({ concurrency = 1, toGroup }: Pick<Job<never, never>, 'concurrency' | 'toGroup'>) {
  const localGroupConcurrency = Math.ceil(concurrency / 3)
  return {
    notifyPollingIntervalSeconds: 5,
    localConcurrency: concurrency,
    ...(toGroup ? { localGroupConcurrency } : {}),
  }
}

/** Lets the workers of a queue look for jobs, also the ones that found their group at its limit. */
function wakeWorkers(boss: PgBoss, name: string): void {
  for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id)
}

function toQueueOptions({ retries, retryDelaySeconds }: Queue) {
  return {
    notify: true,
    retryLimit: retries ?? defaultRetries,
    retryDelay: retryDelaySeconds ?? 1,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 120,
    deleteAfterSeconds: 24 * 60 * 60,
  }
}

async function runLogged(name: string, jobId: string, log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn('job.failed', { job: name, jobId, message: (error as Error).message })
    // pg-boss stores the error with the job, unencrypted, and its message may contain data of the job.
    throw new Error('The job failed. See the log.')
  }
}
