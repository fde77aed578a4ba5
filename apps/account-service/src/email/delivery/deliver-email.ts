import { defineJob, type Mailer } from '@parley/server'
import { z } from 'zod'
import { locales } from '../../locale.ts'
import { findProject, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { RenderingFailed, RenderingInterrupted, type SandboxService } from '../sandbox/index.ts'
import { withEmailName } from '../templates/index.ts'
import { composeEmail, emailContent } from './compose-email.ts'
import { sendAndRecord } from './deliver.ts'
import { findEmailContent } from './email-contents.ts'
import { consumeDailyNotice } from './limit-emails.ts'
import { resolveServer } from './project-server.ts'
import { insertAttempt, wasSent } from './sent-emails.ts'

type DeliveryDeps = Pick<
  Services,
  'database' | 'jobs' | 'rateLimits' | 'secrets' | 'log' | 'options' | 'now'
> &
  SandboxService & {
    /** The server's default transport, for projects without their own server. */
    readonly mailer: Mailer
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
  /** The earlier jobs of this e-mail, whose renders were interrupted. */
  interrupted: z.object({ emailId: z.uuid(), times: z.int() }).optional(),
})

type DeliveryPayload = z.infer<typeof deliveryPayload>

/** Their delays are 15 s to 10 minutes: 66 minutes in all. */
const maxInterruptions = 11

/**
 * Renders and sends one e-mail, in at most three recorded attempts after it was rendered. The id of its first
 * job is the id of the e-mail, which makes a second run of a completed job a no-op.
 */
export const deliverEmail = defineJob({
  name: 'deliver-email',
  payload: deliveryPayload,
  retries: 2,
  // Long enough for a server to restart.
  retryDelaySeconds: 15,
  concurrency: 6,
  toGroup: ({ projectId }) => projectId,
  async run(services: DeliveryDeps, payload, { jobId }): Promise<void> {
    const { projectId, to, userId, locale, isLimited, content: named, interrupted } = payload
    const { database, log } = services
    const emailId = interrupted?.emailId ?? jobId
    const found = await findProject(database, projectId)
    if (!found || (await wasSent(database, emailId))) return
    const project = withEmailName(found)
    if (isLimited && !interrupted && !(await consumeDailyNotice(services, projectId, to)).isAllowed) {
      log.info('email.limited', { projectId, jobId })
      return
    }
    const content =
      named.kind === 'stored' ? await findEmailContent(services, projectId, named.contentId) : named
    if (!content) throw new Error('The stored e-mail content has expired')

    try {
      const composed = await composeEmail(services, { project, userId, locale, content })
      if (composed) await sendAndRecord(services, { project, to, locale, jobId: emailId, ...composed })
    } catch (error) {
      if (!(error instanceof RenderingFailed)) throw error
      log.warn('email.rendering_failed', { projectId, jobId })
      await recordFailedRender(services, { project, payload, emailId, error })
    }
  },
})

interface FailedRender {
  readonly project: Project
  readonly payload: DeliveryPayload
  readonly emailId: string
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
  const at = now()
  await database.transaction().execute(async (transaction) => {
    await insertAttempt(transaction, {
      projectId: project.id,
      subject: '',
      to: payload.to,
      sender: resolveServer(services, project).sender,
      error: `The e-mail could not be rendered: ${error.message}`,
      at,
    })
    if (!(error instanceof RenderingInterrupted) || times > maxInterruptions) return
    const delaySeconds = Math.min(15 * 2 ** (times - 1), 600)
    await jobs.enqueue(
      transaction,
      toDeliveryJob(project),
      { ...payload, interrupted: { emailId, times } },
      { startAfter: new Date(at.getTime() + delaySeconds * 1_000) },
    )
  })
}

/**
 * The same for projects with their own e-mail server, which may respond slowly or not at all. Separate, so
 * that it does not delay the e-mails that the installation's server sends.
 */
export const deliverThroughOwnServer = defineJob({
  ...deliverEmail,
  name: 'deliver-email-through-own-server',
})

/** Returns the job that delivers the e-mails of a project. */
export function toDeliveryJob({ config }: Project): typeof deliverEmail {
  return config.email_config.type === 'shared' ? deliverEmail : deliverThroughOwnServer
}
