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
import { listUsersById, type UserRecord } from '../users/index.ts'
import type { EmailContent } from './compose-email.ts'
import { deliverEmail } from './deliver-email.ts'
import { insertContent } from './stored-contents.ts'

type Send = typeof emails.sendEmail
type Needs = Pick<Services, 'database' | 'jobs' | 'now' | 'secrets'>

/** Enqueues the e-mails. Preferences are checked on delivery and not reported to the caller. */
export async function sendEmail(services: Needs, request: ServedRequest<Send>): Promise<ResponseOf<Send>> {
  const { project, actor, call } = request
  const content = await contentOf(services, request)
  const users = await findAll(services, request)
  const locale = localeFor(call.acceptLanguage)

  await services.database.transaction().execute(async (transaction) => {
    const contentId = await insertContent(services, transaction, project.id, content)
    for (const { id, primary_email } of users) {
      if (primary_email === null) continue
      await services.jobs.enqueue(transaction, deliverEmail, {
        projectId: project.id,
        to: primary_email,
        userId: id,
        locale,
        content: { kind: 'stored', contentId },
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

/** Returns the users in the order of `user_ids`. */
async function findAll(
  { database }: Pick<Services, 'database'>,
  { project, body: { user_ids } }: ServedRequest<Send>,
): Promise<UserRecord[]> {
  const users = await listUsersById(database, project.id, user_ids)
  const found = new Set(users.map(({ id }) => id))
  const missing = user_ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: missing })
  return users
}

/** Validates the content in the order that the contract specifies. */
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
  if (!category) throw new TextError(400, 'Notification category not found.')
  if (templateId !== undefined && !(await findTemplate(database, project.id, templateId)))
    throw new TextError(400, 'E-mail template not found.')
  if (themeId && !(await chooseTheme(database, project, themeId)))
    throw new TextError(400, 'E-mail theme not found.')

  return templateId === undefined
    ? { kind: 'html', html: html ?? '', themeId, subject: subject ?? '', category: category.name }
    : { kind: 'template', templateId, themeId, subject: subject ?? null, variables: variables ?? {} }
}
