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

type DeliveryDeps = Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'log' | 'options' | 'now'> &
  SandboxService & {
    /** The server's default transport, for projects without their own server. */
    readonly mailer: Mailer
  }

/** Content of bulk e-mail is stored once and referenced. */
const storedContent = z.object({ kind: z.literal('stored'), contentId: z.uuid() })

/**
 * Renders and sends one e-mail, in at most three recorded attempts. The job id is the id of the e-mail, which
 * makes a second run of a completed job a no-op.
 */
export const deliverEmail = defineJob({
  name: 'deliver-email',
  payload: z.object({
    projectId: z.string(),
    to: z.string(),
    userId: z.string().nullable(),
    /** Locale of the request that caused the e-mail. */
    locale: z.enum(locales),
    isLimited: z.boolean().optional(),
    content: z.discriminatedUnion('kind', [...emailContent.options, storedContent]),
  }),
  retries: 2,
  // Long enough for a server to restart.
  retryDelaySeconds: 15,
  concurrency: 6,
  toGroup: ({ projectId }) => projectId,
  async run(services: DeliveryDeps, { projectId, to, userId, locale, isLimited, content: named }, { jobId }) {
    const { database, log, now } = services
    const found = await findProject(database, projectId)
    if (!found || (await wasSent(database, jobId))) return
    const project = withEmailName(found)
    if (isLimited && !(await consumeDailyNotice(services, projectId, to)).isAllowed) {
      log.info('email.limited', { projectId, jobId })
      return
    }
    const content =
      named.kind === 'stored' ? await findEmailContent(services, projectId, named.contentId) : named
    if (!content) throw new Error('The stored e-mail content has expired')

    try {
      const composed = await composeEmail(services, { project, userId, locale, content })
      if (composed) await sendAndRecord(services, { project, to, locale, jobId, ...composed })
    } catch (error) {
      if (!(error instanceof RenderingFailed)) throw error
      // The author of the source sees this in the list of sent e-mails.
      log.warn('email.rendering_failed', { projectId, jobId })
      const { sender } = resolveServer(services, project)
      const failure = `The e-mail could not be rendered: ${error.message}`
      await insertAttempt(database, {
        projectId,
        subject: '',
        to,
        sender: sender,
        error: failure,
        at: now(),
      })
      // An error in the source itself is permanent; only an interruption is retried.
      if (error instanceof RenderingInterrupted) throw error
    }
  },
})

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
