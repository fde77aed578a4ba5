import type { Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { DatabaseServer } from '../database/open.ts'
import type { Log } from '../log/log.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** Work that must happen. It may run twice, so `run` begins by looking whether it has been done. */
export interface Job<Services, Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly run: (services: Services, payload: Payload, about: { readonly jobId: string }) => Promise<void>
  /** How often it is tried again, with a growing wait. */
  readonly retries?: number
  /** How long after the first failure it is tried again; one second when left out. Doubles with each. */
  readonly retryDelaySeconds?: number
  /** How many of these one process works on at the same time; one when left out. */
  readonly parallel?: number
  /** To whom a job belongs. Of one group a third of `parallel` run at the same time, so that no group holds up the others. */
  readonly groupOf?: (payload: Payload) => string
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
  /**
   * Removes the queue of a kind of jobs that this version knows no more, once no job is in it: while it has some, a server
   * of the version before may still run beside this one.
   */
  retire(name: string): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a transaction over any tables; its table types do not matter here.
type AnyTransaction = Transaction<any>

const defaultRetries = 8

/** How a payload lies in the database: a mail in it may carry a link that signs somebody in. */
const storedPayload = z.object({ sealed: z.string() })
const purposeOf = (name: string) => `payload of ${name}`

/**
 * Jobs in the same database. Woken at once after the commit by LISTEN/NOTIFY; polling is the safety net. A job whose process
 * died is run again. Payloads are sealed: a dump of the database tells nothing of them.
 */
export async function openJobs(
  server: Pick<DatabaseServer, 'connection'>,
  log: Log,
  secrets: Secrets,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...server.connection,
    schema: 'jobs',
    max: 4,
    application_name: 'parley-jobs',
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', (error: Error) => log.error('jobs.failed', { message: error.message }))
  boss.on('warning', (warning) => log.warn('jobs.warned', { message: warning.message }))
  await boss.start()
  const known = new Set<string>()

  type Queue = Pick<Job<never, never>, 'name' | 'retries' | 'retryDelaySeconds'>
  const makeQueue = async ({ name, retries, retryDelaySeconds }: Queue) => {
    if (known.has(name)) return
    const options = {
      notify: true,
      retryLimit: retries ?? defaultRetries,
      retryDelay: retryDelaySeconds ?? 1,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 120,
      deleteAfterSeconds: 24 * 60 * 60,
    }
    await boss.createQueue(name, options)
    // A queue that is there keeps what it was made with, by a version of this server that knew other numbers.
    await boss.updateQueue(name, options)
    known.add(name)
  }

  return {
    async enqueue(transaction, description, payload) {
      await makeQueue(description)
      const parsed = description.payload.parse(payload)
      const sealed = secrets.seal(JSON.stringify(parsed), purposeOf(description.name))
      const id = await boss.send(description.name, { sealed } satisfies z.infer<typeof storedPayload>, {
        db: fromKysely(transaction),
        ...(description.groupOf ? { group: { id: description.groupOf(parsed) } } : {}),
      })
      if (!id) throw new Error(`The job ${description.name} was not stored`)
      return id
    },
    async work(description, services) {
      await makeQueue(description)
      const { name, payload, run, parallel = 1, groupOf } = description
      const groupConcurrency = Math.ceil(parallel / 3)
      const options = { notifyPollingIntervalSeconds: 5, ...(groupOf ? { groupConcurrency } : {}) }
      for (let worker = 0; worker < parallel; worker++) {
        let workerId = ''
        workerId = await boss.work(name, options, async (taken) => {
          for (const { id, data } of taken) {
            await runOne(name, id, log, async () => {
              const text = secrets.open(storedPayload.parse(data).sealed, purposeOf(name))
              await run(services, payload.parse(JSON.parse(text)), { jobId: id })
              // Where one job waited, another may: looked for at once, and not when polling comes round.
            }).finally(() => boss.notifyWorker(workerId))
          }
        })
      }
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

async function runOne(name: string, jobId: string, log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn('job.failed', { job: name, jobId, message: (error as Error).message })
    // What is thrown is kept with the job, in the clear. It may say what the job was about; the log above leaves that out.
    throw new Error('The job failed; the log says why.')
  }
}
