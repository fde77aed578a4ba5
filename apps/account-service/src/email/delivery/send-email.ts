import { KnownError, type ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { PlainTextError, tooManyRequests } from '@parley/server/http'
import { matchLocale } from '../../locale.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findCategoryByName, transactional } from '../../users/notifications/index.ts'
import { listPrimaryEmails, type User } from '../../users/records/index.ts'
import { findTemplate } from '../templates/index.ts'
import { selectTheme } from '../themes/index.ts'
import type { EmailContent } from './compose-email.ts'
import { toDeliveryJob } from './deliver-email.ts'
import { insertEmailContent, measureEmailContents } from './email-contents.ts'

type Send = typeof emails.sendEmail
type Deps = Pick<Services, 'database' | 'jobs' | 'findOwnerId' | 'secrets' | 'now'>

/** Of all projects of one owner. Half a million recipients, or a thousand contents of the largest size. */
const maxStoredBytes = 512 * 1024 * 1024

/** A scheduled e-mail is stored until then. */
const maxScheduledDays = 365

/** Enqueues the e-mails. Preferences are checked on delivery and not reported to the caller. */
export async function sendEmail(services: Deps, request: EndpointRequest<Send>): Promise<ResponseOf<Send>> {
  const { project, info } = request
  const content = await validateContent(services, request)
  const users = await requireUsers(services, request)
  const locale = matchLocale(info.acceptLanguage)
  const ownerId = await services.findOwnerId(project.id)
  if ((await measureEmailContents(services.database, ownerId)) > maxStoredBytes) throw tooManyRequests(5)
  const sentAt = new Date(Math.max(request.body.scheduled_at_millis ?? 0, services.now().getTime()))
  const options = request.body.scheduled_at_millis === undefined ? undefined : { startAfter: sentAt }

  await request.transaction(async (transaction) => {
    const contentId = await insertEmailContent(services, transaction, {
      projectId: project.id,
      ownerId,
      recipients: users.filter(({ primaryEmail }) => primaryEmail !== null).length,
      content,
      sentAt,
    })
    for (const { id, primaryEmail } of users) {
      if (primaryEmail === null) continue
      const payload = {
        projectId: project.id,
        to: primaryEmail,
        userId: id,
        locale,
        content: { kind: 'stored', contentId },
      } as const
      await services.jobs.enqueue(transaction, toDeliveryJob(project), payload, options)
    }
    await transaction.audit('email.sent', null, { users: users.length })
  })
  return {
    results: users.map(({ id, primaryEmail }) => ({
      user_id: id,
      ...(primaryEmail === null ? {} : { user_email: primaryEmail }),
    })),
  }
}

/** Returns the users in the order of `user_ids`. */
async function requireUsers(
  { database }: Pick<Services, 'database'>,
  { project, body: { user_ids } }: EndpointRequest<Send>,
): Promise<Pick<User, 'id' | 'primaryEmail'>[]> {
  const users = await listPrimaryEmails(database, project.id, user_ids)
  const found = new Set(users.map(({ id }) => id))
  const missing = user_ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: missing })
  return users
}

/** Validates the content in the order that the contract specifies. */
async function validateContent(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Send>,
): Promise<EmailContent> {
  const { html, template_id: templateId, variables, subject, theme_id: themeId } = body
  if (project.config.email_config.type === 'shared') throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
  if (html === undefined && templateId === undefined)
    throw new KnownError('SCHEMA_ERROR', { message: 'Send either html or template_id.' })
  if (html !== undefined && (templateId !== undefined || variables !== undefined))
    throw new KnownError('SCHEMA_ERROR', { message: 'Send html without template_id and variables.' })
  const category = findCategoryByName(body.notification_category_name ?? transactional.name)
  if (!category) throw plainTextError('unknownCategory')
  if (templateId !== undefined && !(await findTemplate(database, project.id, templateId)))
    throw plainTextError('unknownTemplate')
  if (themeId && !(await selectTheme(database, project, themeId))) throw plainTextError('unknownTheme')
  if ((body.scheduled_at_millis ?? 0) > now().getTime() + maxScheduledDays * 24 * 60 * 60_000)
    throw new PlainTextError(400, `An e-mail is scheduled at most ${maxScheduledDays} days in advance.`)

  return templateId === undefined
    ? { kind: 'html', html: html ?? '', themeId, subject: subject ?? '', category: category.name }
    : { kind: 'template', templateId, themeId, subject: subject ?? null, variables: variables ?? {} }
}
