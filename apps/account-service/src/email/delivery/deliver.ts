import { type Mailer, SmtpError } from '@parley/server'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import type { ComposedEmail } from './compose-email.ts'
import { resolveServer } from './project-server.ts'
import { insertAttempt } from './sent-emails.ts'
import { deleteSuppression, findSuppressedAt, recordSuppression } from './suppressions.ts'

interface DeliveryInput extends ComposedEmail {
  readonly project: Project
  readonly to: string
  readonly locale: string
  readonly jobId: string
}

/** Retry interval for required e-mails after a permanent rejection. Optional e-mails are not retried. */
const suppressionMs = 24 * 60 * 60_000

const suppressedMessage =
  'Not sent: the mail server has permanently rejected this recipient. Ask the user for another e-mail address.'

type Deps = Pick<Services, 'database' | 'secrets' | 'options' | 'now'> & { readonly mailer: Mailer }

/**
 * Sends an e-mail and records the attempt. Suppressed recipients are skipped.
 *
 * @throws {SmtpError} when a retry may succeed.
 */
export async function sendAndRecord(services: Deps, input: DeliveryInput): Promise<void> {
  const { database, mailer, now } = services
  const { project, to, locale, jobId, email: mail, unsubscribeLink, secretInSubject: secret } = input
  const { sender, send } = resolveServer(services, project)
  const subject = secret ? mail.subject.replaceAll(secret, '••••••') : mail.subject
  const attempt = { projectId: project.id, subject, to, sender }
  const recipient = { projectId: project.id, email: to }

  const suppressedAt = await findSuppressedAt(database, recipient)
  if (
    suppressedAt &&
    (input.category.canDisable || suppressedAt.getTime() > now().getTime() - suppressionMs)
  ) {
    await insertAttempt(database, { ...attempt, error: suppressedMessage, at: now() })
    return
  }

  try {
    const email = { ...mail, to, locale, ...(unsubscribeLink ? { unsubscribeUrl: unsubscribeLink } : {}) }
    await send(mailer, email, jobId)
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    await insertAttempt(database, { ...attempt, error: error.message, at: now() })
    if (error.isTemporary) throw error
    if (error.reason === 'recipient-refused') await recordSuppression(database, recipient, now())
    return
  }
  await insertAttempt(database, { ...attempt, id: jobId, error: null, at: now() })
  if (suppressedAt) await deleteSuppression(database, recipient)
}
