import type { Transaction } from 'kysely'
import type { AccountTables } from '../database/index.ts'
import type { TemplateName, TemplateVariables } from '../email-templates/index.ts'
import { localeFor } from '../locale.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { deliverEmail } from './deliver-email.ts'

interface Order<N extends TemplateName> {
  readonly project: Project
  readonly to: string
  /** Whose address it is, where it is somebody's: sources may call them by name. */
  readonly userId?: string
  /** Of the request that causes the mail: its reader is who made it. */
  readonly acceptLanguage: string | null
  readonly template: N
  readonly variables: TemplateVariables[N]
}

/** Has a mail of the service sent, once the transaction is committed; never inside the request. */
export async function enqueueEmail<N extends TemplateName>(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Transaction<AccountTables>,
  { project, to, userId, acceptLanguage, template, variables }: Order<N>,
): Promise<void> {
  await jobs.enqueue(transaction, deliverEmail, {
    projectId: project.id,
    to,
    userId: userId ?? null,
    locale: localeFor(acceptLanguage),
    content: { kind: 'own', template, variables },
  })
}
