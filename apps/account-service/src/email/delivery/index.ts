import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { SandboxService } from '../sandbox/index.ts'
import { composeCallSummaryEmail } from './call-summaries/compose-call-summary-email.ts'
import { listSentEmails } from './list-sent-emails.ts'
import { sendEmail } from './send-email.ts'
import { composeMissedCallEmail, getMissedCallEmails, sendMissedCallEmail } from './send-missed-call-email.ts'
import { sendSignInInvitation } from './send-sign-in-invitation.ts'
import { sendTestEmail } from './send-test-email.ts'

export {
  type SignInChange,
  type TemplateName,
  type TemplateVariables,
  toPlainName,
} from '../templates/index.ts'
export { startEmailDelivery } from './deliver-email.ts'
export { deleteEmailContentsBefore } from './email-contents.ts'
export { enqueueEmail } from './enqueue-email.ts'
export {
  limitCodeEmails,
  limitCodesOfKeys,
  limitInvitationEmails,
  maySendSignUpEmail,
} from './limit-emails.ts'
export { deleteAttemptsBefore } from './sent-emails.ts'
export { listSuppressedEmails } from './suppressions.ts'

export const emailHandlers = {
  'POST /emails/send-email': sendEmail,
  'POST /internal/send-test-email': sendTestEmail,
  'GET /internal/emails': listSentEmails,
  'GET /internal/missed-call-emails': getMissedCallEmails,
  'POST /internal/missed-call-emails': sendMissedCallEmail,
  'POST /internal/missed-call-emails/compose': composeMissedCallEmail,
  'POST /internal/call-summary-emails/compose': composeCallSummaryEmail,
  'POST /internal/send-sign-in-invitation': sendSignInInvitation,
} satisfies Partial<AccountHandlers<Services & SandboxService>>
