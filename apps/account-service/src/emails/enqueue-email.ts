import { sendEmail } from '@parley/server'
import type { Transaction } from 'kysely'
import type { AccountTables } from '../database/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { htmlOf, textOf } from './layout.ts'
import { localeFor } from '../locale.ts'
import { contentOf, type TemplateName, type TemplateVariables } from './templates.ts'

interface Order<N extends TemplateName> {
  readonly project: Project
  readonly to: string
  /** Of the request that causes the mail: its reader is who made it. */
  readonly acceptLanguage: string | null
  readonly template: N
  readonly variables: TemplateVariables[N]
}

/** Has one of our own templates mailed, once the transaction is committed; never inside the request. */
export async function enqueueEmail<N extends TemplateName>(
  { jobs, options }: Pick<Services, 'jobs' | 'options'>,
  transaction: Transaction<AccountTables>,
  { project, to, acceptLanguage, template, variables }: Order<N>,
): Promise<void> {
  const locale = localeFor(acceptLanguage)
  const content = contentOf(template, locale, project.displayName, variables)
  await jobs.enqueue(transaction, sendEmail, {
    from: { name: content.sender, address: options.mailFrom },
    to,
    subject: content.subject,
    text: textOf(content),
    html: htmlOf(content),
    locale,
  })
}
