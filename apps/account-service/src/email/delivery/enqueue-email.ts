import type { Transaction } from 'kysely'
import { matchLocale } from '../../locale.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import type { TemplateName, TemplateVariables } from '../templates/index.ts'
import { toDeliveryJob } from './deliver-email.ts'

interface EnqueueEmailInput<N extends TemplateName> {
  readonly project: Project
  readonly to: string
  /** The user that the e-mail address belongs to, if any: templates may use the user's name. */
  readonly userId?: string
  /** Header of the request that causes the e-mail: the requester is the reader. */
  readonly acceptLanguage: string | null
  /** Counts against the daily limit of the recipient, beyond which the e-mail is not sent. */
  readonly isLimited?: boolean
  readonly template: N
  readonly variables: TemplateVariables[N]
}

/** Enqueues a built-in e-mail, which is sent after commit. */
export async function enqueueEmail<N extends TemplateName>(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Transaction<AccountTables>,
  { project, to, userId, acceptLanguage, isLimited, template, variables }: EnqueueEmailInput<N>,
): Promise<void> {
  await jobs.enqueue(transaction, toDeliveryJob(project), {
    projectId: project.id,
    to,
    userId: userId ?? null,
    locale: matchLocale(acceptLanguage),
    isLimited,
    content: { kind: 'own', template, variables },
  })
}
