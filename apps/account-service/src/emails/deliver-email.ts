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
  /** The server's own way to send, for projects without one. */
  readonly mailer: Mailer
}

/** What many mails say lies in one place, named by each. */
const storedContent = z.object({ kind: z.literal('stored'), contentId: z.uuid() })

/**
 * Renders and sends one mail. It is tried three times; each try is noted. The id of the job is that of the mail, by which a
 * second run of a job that was done is recognised.
 */
export const deliverEmail = job({
  name: 'deliver-email',
  payload: z.object({
    projectId: z.string(),
    to: z.string(),
    userId: z.string().nullable(),
    /** Of the request that caused it. */
    locale: z.enum(locales),
    content: z.discriminatedUnion('kind', [...emailContent.options, storedContent]),
  }),
  retries: 2,
  // A server that starts again takes a while.
  retryDelaySeconds: 15,
  parallel: 6,
  groupOf: ({ projectId }) => projectId,
  async run(services: DeliveryNeeds, { projectId, to, userId, locale, content: named }, { jobId }) {
    const { database, log, now } = services
    const project = await findProject(database, projectId)
    if (!project || (await wasSent(database, jobId))) return
    const content = named.kind === 'stored' ? await readContent(services, projectId, named.contentId) : named
    if (!content) throw new Error('What the e-mail says is not kept any more')

    try {
      const composed = await composeEmail(services, { project, userId, locale, content })
      if (composed) await deliver(services, { project, to, locale, jobId, ...composed })
    } catch (error) {
      if (!(error instanceof RenderingFailed)) throw error
      // Whoever wrote the source reads this in the list of what was sent.
      log.warn('email.not_rendered', { projectId, jobId })
      const { sender } = serverOf(services, project)
      const failure = `The e-mail could not be rendered: ${error.message}`
      await insertTry(database, { projectId, subject: '', to, sender, error: failure, at: now() })
      // What a source does by itself it would do again.
      if (error instanceof RenderingInterrupted) throw error
    }
  },
})
