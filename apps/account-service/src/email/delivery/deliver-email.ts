import { defineJob, type Mailer } from '@parley/server'
import { z } from 'zod'
import { locales } from '../../locale.ts'
import type { Database } from '../../platform/database/index.ts'
import { findProject, isBuiltInProject, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { RenderingFailed, RenderingInterrupted, type SandboxService } from '../sandbox/index.ts'
import { withEmailName } from '../templates/index.ts'
import { composeEmail, emailContent } from './compose-email.ts'
import { sendAndRecord } from './deliver.ts'
import { deleteContentOfOneRecipient, findEmailContent } from './email-contents.ts'
import { consumeDailyNotice, mayMoveEmail } from './limit-emails.ts'
import { resolveServer, sendTimeoutMs } from './project-server.ts'
import { insertAttempt, wasSent } from './sent-emails.ts'
import { createServerLanes, type ServerLanes } from './server-lanes.ts'

type DeliveryDeps = Pick<
  Services,
  'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'secrets' | 'log' | 'options' | 'now'
> &
  SandboxService & {
    /** The server's default transport, for projects without their own server. */
    readonly mailer: Mailer
    readonly serverLanes: ServerLanes
  }

/** Content of bulk e-mail is stored once and referenced. */
const storedContent = z.object({ kind: z.literal('stored'), contentId: z.uuid() })

const deliveryPayload = z.object({
  projectId: z.string(),
  to: z.string(),
  userId: z.string().nullable(),
  /** Locale of the request that caused the e-mail. */
  locale: z.enum(locales),
  isLimited: z.boolean().optional(),
  content: z.discriminatedUnion('kind', [...emailContent.options, storedContent]),
  /** The first job of this e-mail, and how many of its renders were interrupted; left out by the first job. */
  interrupted: z.object({ emailId: z.uuid(), times: z.int() }).optional(),
  /** Its place among the e-mails for servers of projects; left out until it has one. */
  place: z.object({ ownerId: z.string(), turn: z.int() }).optional(),
})

type DeliveryPayload = z.infer<typeof deliveryPayload>

/** Their delays are 15 s to 10 minutes: 66 minutes in all. */
const maxInterruptions = 11

const delivery = {
  payload: deliveryPayload,
  retries: 2,
  // Long enough for a server to restart.
  retryDelaySeconds: 15,
  concurrency: 6,
  toGroup: ({ projectId, place }: DeliveryPayload) => place?.ownerId ?? projectId,
  // Several projects of a stranger could use all workers, and so could several owners with many e-mails.
  toPriority: ({ projectId, place }: DeliveryPayload) =>
    isBuiltInProject({ id: projectId }) ? 1 : 0 - (place?.turn ?? 0),
}

/**
 * Renders one e-mail and sends it through the installation's server, in at most three recorded attempts after
 * it was rendered. The id of its first job is the id of the e-mail, which makes a second run of a completed
 * job a no-op.
 */
export const deliverEmail = defineJob({
  ...delivery,
  name: 'deliver-email',
  async run(services: DeliveryDeps, payload, { jobId }): Promise<void> {
    await deliver(services, payload, { jobId, lane: 'installation' })
  },
})

/**
 * The same for projects with their own e-mail server, which may respond slowly or not at all. Separate, so
 * that it does not delay the e-mails that the installation's server sends. The projects of one owner share a
 * third of the workers, and owners with fewer e-mails precede others.
 */
const deliverThroughOwnServer = defineJob({
  ...delivery,
  name: 'deliver-email-through-own-server',
  async run(services: DeliveryDeps, payload, { jobId }): Promise<void> {
    await deliver(services, payload, { jobId, lane: 'quick' })
  },
})

/** The same for owners whose servers have responded slowly: they delay each other only. */
const deliverThroughSlowServer = defineJob({
  ...delivery,
  name: 'deliver-email-through-slow-server',
  async run(services: DeliveryDeps, payload, { jobId }): Promise<void> {
    await deliver(services, payload, { jobId, lane: 'slow' })
  },
})

/** Starts the workers that deliver e-mails in this process. */
export async function startEmailDelivery(services: Omit<DeliveryDeps, 'serverLanes'>): Promise<void> {
  const delivering = { ...services, serverLanes: createServerLanes(services.now) }
  for (const job of [deliverEmail, deliverThroughOwnServer, deliverThroughSlowServer])
    await services.jobs.work(job, delivering)
}

/** Returns the job that delivers the e-mails of a project. */
export function toDeliveryJob({ config }: Project): typeof deliverEmail {
  return config.email_config.type === 'shared' ? deliverEmail : deliverThroughOwnServer
}

interface DeliveryJob {
  readonly jobId: string
  /** The servers for which its workers are. */
  readonly lane: 'installation' | 'quick' | 'slow'
}

/**
 * Delivers an e-mail with the server that its project has now: the owner may have changed it since the e-mail
 * was enqueued.
 */
async function deliver(
  services: DeliveryDeps,
  payload: DeliveryPayload,
  { jobId, lane }: DeliveryJob,
): Promise<void> {
  const { projectId, to, userId, locale, isLimited, content: named, interrupted, place } = payload
  const { database, log } = services
  const emailId = interrupted?.emailId ?? jobId
  const found = await findProject(database, projectId)
  if (!found || (await wasSent(database, emailId))) return
  const project = withEmailName(found)
  const { type } = project.config.email_config
  if (type === 'shared' && named.kind !== 'own')
    return await recordUnsent(services, database, { project, to, error: ownContentMessage })
  const isOwnServer = type !== 'shared'
  if (isOwnServer !== (lane !== 'installation'))
    return await moveToServer(services, { project, payload, emailId })
  if (isOwnServer && (!place || (lane === 'quick' && services.serverLanes.isSlow(place.ownerId))))
    return await moveToLane(services, { project, payload, emailId })

  const isFirstRender = (interrupted?.times ?? 0) === 0
  if (isLimited && isFirstRender && !(await consumeDailyNotice(services, project, to)).isAllowed) {
    log.info('email.limited', { projectId, jobId })
    return
  }
  const content =
    named.kind === 'stored' ? await findEmailContent(services, projectId, named.contentId) : named
  if (!content) throw new Error('The stored e-mail content has expired')

  try {
    const composed = await composeEmail(services, { project, userId, locale, content, previewSignal: null })
    if (!composed) return await deleteDeliveredContent(database, named)
    const attempt = sendAndRecord(services, { project, to, locale, jobId: emailId, ...composed })
    if (place && !(await services.serverLanes.endsSoon(place.ownerId, attempt)) && lane === 'quick')
      return await leaveToSlowLane(services, { project, payload, emailId }, attempt)
    await attempt
    await deleteDeliveredContent(database, named)
  } catch (error) {
    if (!(error instanceof RenderingFailed)) throw error
    log.warn('email.rendering_failed', { projectId, jobId })
    await recordFailedRender(services, { project, payload, emailId, error })
  }
}

async function deleteDeliveredContent(
  database: Database,
  content: DeliveryPayload['content'],
): Promise<void> {
  if (content.kind === 'stored') await deleteContentOfOneRecipient(database, content.contentId)
}

const ownContentMessage =
  'Not sent: without an e-mail server of the project, only built-in e-mails are sent. Configure a server and send it again.'

interface Delivery {
  readonly project: Project
  readonly payload: DeliveryPayload
  readonly emailId: string
}

const limitedMessage =
  "Not sent: the project has reached the daily limit of e-mails through the installation's server."

/** Leaves an e-mail to the workers for the server that its project has now. */
async function moveToServer(services: DeliveryDeps, { project, payload, emailId }: Delivery): Promise<void> {
  const { database, jobs } = services
  const { to, interrupted } = payload
  if (project.config.email_config.type === 'shared' && !(await mayMoveEmail(services, project)))
    return await recordUnsent(services, database, { project, to, error: limitedMessage })
  const times = interrupted?.times ?? 0
  await database.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, toDeliveryJob(project), {
      ...payload,
      place: undefined,
      interrupted: { emailId, times },
    })
  })
}

/** Leaves an e-mail for the server of its project to the workers for quick or for slow servers. */
async function moveToLane(services: DeliveryDeps, { project, payload, emailId }: Delivery): Promise<void> {
  const { database, jobs, serverLanes, findOwnerId } = services
  const ownerId = await findOwnerId(project.id)
  const kind = payload.content.kind === 'own' ? 'required' : 'bulk'
  const place = payload.place ?? { ownerId, turn: serverLanes.takeTurn(ownerId, kind) }
  const job = serverLanes.isSlow(place.ownerId) ? deliverThroughSlowServer : deliverThroughOwnServer
  const interrupted = { emailId, times: payload.interrupted?.times ?? 0 }
  await database.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, job, { ...payload, place, interrupted })
  })
}

/**
 * Releases the worker of an attempt that takes long. The attempt continues; the e-mail is sent again by a worker
 * for slow servers if it fails, or if this process ends.
 */
async function leaveToSlowLane(
  { database, jobs, log, now }: DeliveryDeps,
  { project, payload, emailId }: Delivery,
  attempt: Promise<void>,
): Promise<void> {
  attempt.catch(({ message }: Error) =>
    log.warn('email.slow_attempt_failed', { projectId: project.id, emailId, message }),
  )
  // Counted, because the limits of the recipient have been applied.
  const interrupted = { emailId, times: Math.max(payload.interrupted?.times ?? 0, 1) }
  const startAfter = new Date(now().getTime() + sendTimeoutMs)
  await database.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, deliverThroughSlowServer, { ...payload, interrupted }, { startAfter })
  })
}

interface UnsentEmail {
  readonly project: Project
  readonly to: string
  readonly error: string
}

/** Records that an e-mail was not sent, and why. */
async function recordUnsent(
  services: DeliveryDeps,
  database: Database,
  { project, to, error }: UnsentEmail,
): Promise<void> {
  const { sender } = resolveServer(services, project)
  await insertAttempt(database, { projectId: project.id, subject: '', to, sender, error, at: services.now() })
}

interface FailedRender extends Delivery {
  readonly error: RenderingFailed
}

/**
 * Records a failed render, which the author of the source sees in the list of sent e-mails. An error in the
 * source itself is permanent; an interrupted render is retried for an hour, because the sandbox may be busy
 * for that long.
 */
async function recordFailedRender(
  services: DeliveryDeps,
  { project, payload, emailId, error }: FailedRender,
): Promise<void> {
  const { database, jobs, now } = services
  const times = (payload.interrupted?.times ?? 0) + 1
  await database.transaction().execute(async (transaction) => {
    await recordUnsent(services, transaction, {
      project,
      to: payload.to,
      error: `The e-mail could not be rendered: ${error.message}`,
    })
    if (!(error instanceof RenderingInterrupted) || times > maxInterruptions) return
    const delaySeconds = Math.min(15 * 2 ** (times - 1), 600)
    await jobs.enqueue(
      transaction,
      toDeliveryJob(project),
      { ...payload, interrupted: { emailId, times } },
      { startAfter: new Date(now().getTime() + delaySeconds * 1_000) },
    )
  })
}
