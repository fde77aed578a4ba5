import { type BodyOf, KnownError, type ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { isTimeZone } from '@parley/primitives'
import { PlainTextError } from '@parley/server/http'
import { matchLocale } from '../../locale.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { isBuiltInProject, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import type { SandboxService } from '../sandbox/index.ts'
import { type TemplateVariables, toPlainName } from '../templates/index.ts'
import { composeEmail } from './compose-email.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { limitMissedCallEmails } from './limit-emails.ts'

type Get = typeof emails.getMissedCallEmails
type Send = typeof emails.sendMissedCallEmail
type Compose = typeof emails.composeMissedCallEmail
type Deps = Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options'>

export async function getMissedCallEmails(
  _services: object,
  { project }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  return { is_enabled: sendsMissedCallEmails(project) }
}

/** Enqueues the e-mail. Its only links lead to the phone, and its text is plain. */
export async function sendMissedCallEmail(
  services: Deps,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { project, body, info } = request
  if (!sendsMissedCallEmails(project))
    throw new PlainTextError(403, 'This project does not send e-mails about missed calls.')
  const { user, to } = await takeRecipient(services, project, body.user_id)
  await request.transaction(async (transaction) => {
    await enqueueEmail(services, transaction, {
      project,
      to,
      userId: user.id,
      acceptLanguage: info.acceptLanguage,
      template: 'missed-calls',
      variables: toVariables(body, services.options.phoneUrl),
    })
    await transaction.audit('missed_call_email.sent', { type: 'user', id: user.id })
  })
  return { success: true }
}

/**
 * Composes the e-mail for a workspace with its own mail server, which may send it although the operator has turned off
 * those of this server.
 */
export async function composeMissedCallEmail(
  services: Deps & Pick<Services, 'log' | 'now'> & SandboxService,
  request: EndpointRequest<Compose>,
): Promise<ResponseOf<Compose>> {
  const { project, body, info } = request
  if (!isBuiltInProject(project))
    throw new PlainTextError(403, 'This project does not send e-mails about missed calls.')
  const { user, to } = await takeRecipient(services, project, body.user_id)
  const locale = matchLocale(info.acceptLanguage)
  const composed = await composeEmail(services, {
    project,
    userId: user.id,
    locale,
    content: {
      kind: 'own',
      template: 'missed-calls',
      variables: toVariables(body, services.options.phoneUrl),
    },
    previewSignal: null,
  })
  if (!composed) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: body.user_id })
  await request.transaction(async (transaction) => {
    await transaction.audit('missed_call_email.composed', { type: 'user', id: user.id })
  })
  return { to, locale, ...composed.email }
}

/**
 * Returns a user with their address, and counts an e-mail to it.
 *
 * @throws {KnownError} `USER_ID_DOES_NOT_EXIST`, `EMAIL_NOT_VERIFIED`
 * @throws {PlainTextError} with status 429
 */
async function takeRecipient(services: Deps, project: Project, userId: string) {
  const user = await findUser(services.database, project.id, userId)
  if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })
  const to = user.primaryEmail
  if (to === null || !user.primaryEmailVerified) throw new KnownError('EMAIL_NOT_VERIFIED')
  await limitMissedCallEmails(services, project, to)
  return { user, to }
}

/** The owners of other projects may be strangers, who would choose names and recipients. */
function sendsMissedCallEmails(project: Project): boolean {
  return isBuiltInProject(project) && project.settings.sends_missed_call_emails
}

/** Users choose the names: they are shortened, and contain nothing that e-mail programs turn into a link. */
function toVariables(
  { workspace_name, time_zone, calls, further_calls }: BodyOf<Send>,
  phoneUrl: string,
): TemplateVariables['missed-calls'] {
  return {
    workspace: toPlainName(workspace_name),
    timeZone: time_zone && isTimeZone(time_zone) ? time_zone : 'UTC',
    calls: calls.map(({ id, caller_name, caller_number, started_at_millis, has_voicemail }) => ({
      caller: toPlainName(caller_name ?? '') || (caller_number ?? ''),
      link: new URL(`/calls/${id}`, phoneUrl).href,
      startedAtMillis: started_at_millis,
      hasVoicemail: has_voicemail,
    })),
    furtherCalls: further_calls,
    phoneLink: new URL('/', phoneUrl).href,
    settingsLink: new URL('/settings', phoneUrl).href,
  }
}
