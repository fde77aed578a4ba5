import { job, type Mailer } from '@parley/server'
import { z } from 'zod'
import { RenderingFailed, RenderingInterrupted } from '../email-sandbox/index.ts'
import { locales } from '../locale.ts'
import { findProject } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { composeEmail, emailContent } from './compose-email.ts'
import { deliver } from './deliver.ts'
import { insertTry, wasSent } from './sent-emails.ts'
import { serverOf } from './servers.ts'
import { readContent } from './stored-contents.ts'

export type DeliveryNeeds = Pick<
  Services,
  'database' | 'sandbox' | 'secrets' | 'log' | 'options' | 'now' | 'findUser'
> & {
  /** The server's default transport, for projects without their own server. */
  readonly mailer: Mailer
}

/** Content of bulk e-mail is stored once and referenced. */
const storedContent = z.object({ kind: z.literal('stored'), contentId: z.uuid() })

/**
 * Renders and sends one e-mail, in at most three recorded attempts. The job id is the id of the e-mail, which makes
 * a second run of a completed job a no-op.
 */
export const deliverEmail = job({
  name: 'deliver-email',
  payload: z.object({
    projectId: z.string(),
    to: z.string(),
    userId: z.string().nullable(),
    /** Locale of the request that caused the e-mail. */
    locale: z.enum(locales),
    content: z.discriminatedUnion('kind', [...emailContent.options, storedContent]),
  }),
  retries: 2,
  // Long enough for a server to restart.
  retryDelaySeconds: 15,
  parallel: 6,
  groupOf: ({ projectId }) => projectId,
  async run(services: DeliveryNeeds, { projectId, to, userId, locale, content: named }, { jobId }) {
    const { database, log, now } = services
    const project = await findProject(database, projectId)
    if (!project || (await wasSent(database, jobId))) return
    const content = named.kind === 'stored' ? await readContent(services, projectId, named.contentId) : named
    if (!content) throw new Error('The stored e-mail content has expired')

    try {
      const composed = await composeEmail(services, { project, userId, locale, content })
      if (composed) await deliver(services, { project, to, locale, jobId, ...composed })
    } catch (error) {
      if (!(error instanceof RenderingFailed)) throw error
      // The author of the source sees this in the list of sent e-mails.
      log.warn('email.not_rendered', { projectId, jobId })
      const { sender } = serverOf(services, project)
      const failure = `The e-mail could not be rendered: ${error.message}`
      await insertTry(database, { projectId, subject: '', to, sender, error: failure, at: now() })
      // An error in the source itself is permanent; only an interruption is retried.
      if (error instanceof RenderingInterrupted) throw error
    }
  },
})
