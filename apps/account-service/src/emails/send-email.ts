import { KnownError, type ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findTemplate } from '../email-templates/index.ts'
import { chooseTheme } from '../email-themes/index.ts'
import { localeFor } from '../locale.ts'
import { categoryNamed, transactional } from '../notifications/index.ts'
import type { Services } from '../services.ts'
import type { UserRecord } from '../users/index.ts'
import type { EmailContent } from './compose-email.ts'
import { deliverEmail } from './deliver-email.ts'

type Send = typeof emails.sendEmail
type Needs = Pick<Services, 'database' | 'jobs' | 'now' | 'findUser'>

/** Orders the mails. Whether somebody wants theirs is looked at when it is sent; nobody who calls is told. */
export async function sendEmail(services: Needs, request: ServedRequest<Send>): Promise<ResponseOf<Send>> {
  const { project, actor, body, call } = request
  const content = await contentOf(services, request)
  const users: UserRecord[] = []
  for (const id of body.user_ids) {
    const user = await services.findUser(project.id, id)
    if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: id })
    users.push(user)
  }

  await services.database.transaction().execute(async (transaction) => {
    for (const { id, primary_email } of users) {
      if (primary_email === null) continue
      await services.jobs.enqueue(transaction, deliverEmail, {
        projectId: project.id,
        to: primary_email,
        userId: id,
        locale: localeFor(call.acceptLanguage),
        content,
      })
    }
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'email.sent',
      details: { users: users.length },
      call,
      at: services.now(),
    })
  })
  return {
    results: users.map(({ id, primary_email }) => ({
      user_id: id,
      ...(primary_email === null ? {} : { user_email: primary_email }),
    })),
  }
}

/** What is to be sent, checked in the order of the contract. */
async function contentOf(
  { database }: Pick<Services, 'database'>,
  { project, body }: ServedRequest<Send>,
): Promise<EmailContent> {
  const { html, template_id: templateId, variables, subject, theme_id: themeId } = body
  if (project.config.email_config.type === 'shared') throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
  if (html === undefined && templateId === undefined)
    throw new KnownError('SCHEMA_ERROR', { message: 'Send either html or template_id.' })
  if (html !== undefined && (templateId !== undefined || variables !== undefined))
    throw new KnownError('SCHEMA_ERROR', { message: 'Send html without template_id and variables.' })
  const category = categoryNamed(body.notification_category_name ?? transactional.name)
  if (!category) throw new TextError(400, 'There is no notification category of this name.')
  if (templateId !== undefined && !(await findTemplate(database, project.id, templateId)))
    throw new TextError(400, 'There is no e-mail template of this id.')
  if (themeId && !(await chooseTheme(database, project, themeId)))
    throw new TextError(400, 'There is no e-mail theme of this id.')

  return templateId === undefined
    ? { kind: 'html', html: html ?? '', themeId, subject: subject ?? '', category: category.name }
    : { kind: 'template', templateId, themeId, subject: subject ?? null, variables: variables ?? {} }
}
