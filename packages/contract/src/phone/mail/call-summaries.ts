import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, epochMillis, id } from '../fields.ts'

/** Of one request. */
export const maxSummaryRecipients = 50

const params = z.object({ call: id, analysis: id })

/** A member who may see the analysis. */
export const summaryRecipient = z.object({
  userId: accountId,
  name: z.string().nullable(),
  wasInCall: z.boolean(),
  /** When the e-mail was sent to the member; null: it was not. */
  sentAt: epochMillis.nullable(),
})

export type SummaryRecipient = z.infer<typeof summaryRecipient>

export const getSummaryMail = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/analyses/{analysis}/mail',
  access: 'member',
  rateLimit: 'reads',
  summary:
    'Get the e-mail with the summary of a call as the user would send it now, and the members who may get it.',
  params,
  response: z.object({
    /** Null without a mail server of the workspace: the content of calls is not sent through that of the installation. */
    email: z.object({ subject: z.string(), text: z.string() }).nullable(),
    recipients: z.array(summaryRecipient),
  }),
  errors: ['RECORDING_NOT_FOUND', 'ANALYSIS_NOT_FOUND', 'ACCOUNTS_UNREACHABLE'],
})

export const sendSummaryMails = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/analyses/{analysis}/mails',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Send the summary of a call to members who may see it, once to each of them. A user can send it to 100 members a day.',
  params,
  body: z.object({ userIds: z.array(accountId).min(1).max(maxSummaryRecipients) }),
  response: z.object({
    results: z.array(
      z.object({
        userId: accountId,
        /** `not-accepted`: without a verified address, or after many e-mails in one day. */
        result: z.enum(['sent', 'sent-before', 'not-accepted']),
      }),
    ),
  }),
  errors: [
    'RECORDING_NOT_FOUND',
    'ANALYSIS_NOT_FOUND',
    'SUMMARY_RECIPIENT_NOT_ALLOWED',
    'MAIL_SERVER_NOT_FOUND',
    'ACCOUNTS_UNREACHABLE',
    'DISK_FULL',
  ],
})
