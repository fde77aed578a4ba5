import { type BodyOf, KnownError, type ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { isTimeZone } from '@parley/primitives'
import { PlainTextError } from '@parley/server/http'
import { matchLocale } from '../../../locale.ts'
import type { EndpointRequest } from '../../../platform/request-context/index.ts'
import { isBuiltInProject } from '../../../projects/records/index.ts'
import type { Services } from '../../../services.ts'
import { findUser } from '../../../users/records/index.ts'
import type { SandboxService } from '../../sandbox/index.ts'
import { type TemplateVariables, toPlainName, toUnlinkedText } from '../../templates/index.ts'
import { composeEmail } from '../compose-email.ts'
import { limitCallSummaries } from '../limit-emails.ts'

type Compose = typeof emails.composeCallSummaryEmail
type Deps = Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'log' | 'now'>

/** Composes the summary of a call. Its only links lead to the phone; callers and models have chosen its text. */
export async function composeCallSummaryEmail(
  services: Deps & SandboxService,
  request: EndpointRequest<Compose>,
): Promise<ResponseOf<Compose>> {
  const { project, body, info } = request
  if (!isBuiltInProject(project)) throw new PlainTextError(403, 'This project sends no summaries of calls.')
  const user = await findUser(services.database, project.id, body.user_id)
  if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: body.user_id })
  const to = user.primaryEmail
  if (!body.is_preview) {
    if (to === null || !user.primaryEmailVerified) throw new KnownError('EMAIL_NOT_VERIFIED')
    await limitCallSummaries(services, project, to)
  }
  const locale = matchLocale(info.acceptLanguage)
  const variables = toVariables(body, services.options.phoneUrl)
  const content = { kind: 'own', template: 'call-summary', variables } as const
  // Anyone who may read a call can repeat a preview: it must not delay e-mails.
  const previewSignal = body.is_preview ? info.signal : null
  const composed = await composeEmail(services, { project, userId: user.id, locale, content, previewSignal })
  if (!composed) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: body.user_id })
  if (!body.is_preview)
    await request.transaction(async (transaction) => {
      await transaction.audit('call_summary_email.composed', { type: 'user', id: user.id })
    })
  return { to, locale, ...composed.email }
}

function toVariables(
  { workspace_name, sender_name, time_zone, call, statements, fields, action_items }: BodyOf<Compose>,
  phoneUrl: string,
): TemplateVariables['call-summary'] {
  return {
    workspace: toPlainName(workspace_name),
    memberName: toPlainName(sender_name ?? ''),
    party: toPlainName(call.name ?? '') || (call.number ?? ''),
    timeZone: time_zone && isTimeZone(time_zone) ? time_zone : 'UTC',
    startedAtMillis: call.started_at_millis,
    talkSeconds: call.talk_seconds,
    statements: statements.map(({ text, is_supported }) => ({
      text: toUnlinkedText(text),
      isSupported: is_supported,
    })),
    fields: fields.map(({ label, values }) => ({
      label: toUnlinkedText(label),
      values: values.map((value) => (typeof value === 'string' ? toUnlinkedText(value) : value)),
    })),
    actionItems: action_items.map(({ text, owner, due_on }) => ({
      text: toUnlinkedText(text),
      owner: toUnlinkedText(owner ?? ''),
      dueOn: due_on,
    })),
    link: new URL(`/calls/${call.id}`, phoneUrl).href,
  }
}
