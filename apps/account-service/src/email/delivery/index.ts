import { emails } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listSentEmails } from './list-sent-emails.ts'
import { sendEmail } from './send-email.ts'
import { sendSignInInvitation } from './send-sign-in-invitation.ts'
import { sendTestEmail } from './send-test-email.ts'

export type { SignInChange, TemplateName, TemplateVariables } from '../templates/index.ts'
export { deliverEmail } from './deliver-email.ts'
export { deleteEmailContentsBefore } from './email-contents.ts'
export { enqueueEmail } from './enqueue-email.ts'
export { deleteAttemptsBefore } from './sent-emails.ts'

export function serveEmails(serve: AccountRouter, services: Services): void {
  serve(emails.sendEmail, (request) => sendEmail(services, request))
  serve(emails.sendTestEmail, (request) => sendTestEmail(services, request))
  serve(emails.listSentEmails, (request) => listSentEmails(services, request))
  serve(emails.sendSignInInvitation, (request) => sendSignInInvitation(services, request))
}
