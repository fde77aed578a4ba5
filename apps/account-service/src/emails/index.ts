import { emails } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listSentEmails } from './list-sent.ts'
import { sendEmail } from './send-email.ts'
import { sendSignInInvitation } from './send-sign-in-invitation.ts'
import { sendTestEmail } from './send-test-email.ts'

export type { SignInChange, TemplateName, TemplateVariables } from '../email-templates/index.ts'
export { deliverEmail } from './deliver-email.ts'
export { enqueueEmail } from './enqueue-email.ts'
export { deleteTriesBefore } from './sent-emails.ts'
export { deleteContentsBefore } from './stored-contents.ts'

export function serveEmails(serve: Serve, services: Services): void {
  serve(emails.sendEmail, (request) => sendEmail(services, request))
  serve(emails.sendTestEmail, (request) => sendTestEmail(services, request))
  serve(emails.listSentEmails, (request) => listSentEmails(services, request))
  serve(emails.sendSignInInvitation, (request) => sendSignInInvitation(services, request))
}
