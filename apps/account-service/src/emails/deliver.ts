import { SmtpFailure } from '@parley/server'
import type { Project } from '../projects/index.ts'
import type { Composed } from './compose-email.ts'
import type { DeliveryNeeds } from './deliver-email.ts'
import { forgetRefused, noteRefused, refusedAt } from './refused-addresses.ts'
import { insertTry } from './sent-emails.ts'
import { serverOf } from './servers.ts'

interface Order extends Composed {
  readonly project: Project
  readonly to: string
  readonly locale: string
  readonly jobId: string
}

/** Retry interval for required e-mails after a permanent rejection. Optional e-mails are not retried. */
const refusalLastsMs = 24 * 60 * 60_000

const suppressed =
  'Not sent: the mail server has permanently rejected this recipient. Ask the user for another e-mail address.'

/**
 * Sends an e-mail and records the attempt. Suppressed recipients are skipped.
 *
 * @throws {SmtpFailure} when a retry may succeed.
 */
export async function deliver(services: DeliveryNeeds, order: Order): Promise<void> {
  const { database, mailer, now } = services
  const { project, to, locale, jobId, mail, unsubscribeLink, secret } = order
  const { sender, send } = serverOf(services, project)
  const subject = secret ? mail.subject.replaceAll(secret, '••••••') : mail.subject
  const tried = { projectId: project.id, subject, to, sender }
  const address = { projectId: project.id, address: to }

  const refused = await refusedAt(database, address)
  if (refused && (order.category.canDisable || refused.getTime() > now().getTime() - refusalLastsMs)) {
    await insertTry(database, { ...tried, error: suppressed, at: now() })
    return
  }

  try {
    const email = { ...mail, to, locale, ...(unsubscribeLink ? { unsubscribeUrl: unsubscribeLink } : {}) }
    await send(mailer, email, jobId)
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error
    await insertTry(database, { ...tried, error: error.message, at: now() })
    if (error.isTemporary) throw error
    if (error.reason === 'recipient-refused') await noteRefused(database, address, now())
    return
  }
  await insertTry(database, { ...tried, id: jobId, error: null, at: now() })
  if (refused) await forgetRefused(database, address)
}
