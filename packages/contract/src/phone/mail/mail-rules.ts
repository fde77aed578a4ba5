import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, success } from '../fields.ts'

export const maxSummaryMembers = 50

export const mailRules = z.object({
  /**
   * The recipients of the summary of a call once an analysis is complete: the members who were in the call (`user`), the
   * administrators, or chosen members. Only those who may see the call get it.
   */
  summaries: z.enum(['no-one', 'user', 'administrators', 'members']),
  /** With `members` only. */
  summaryMemberIds: z.array(accountId).max(maxSummaryMembers),
  /** The e-mails about missed calls and voicemail that users get who have not chosen them in their own settings. */
  missedCalls: z.enum(['off', 'own', 'all']),
})

export type MailRules = z.infer<typeof mailRules>

export const getMailRules = definePhoneEndpoint({
  method: 'GET',
  path: '/mail-rules',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get which members get which e-mails.',
  response: mailRules,
  errors: [],
})

export const saveMailRules = definePhoneEndpoint({
  method: 'PUT',
  path: '/mail-rules',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Set which members get which e-mails. Summaries are sent of analyses that are complete from now on.',
  body: mailRules,
  response: success,
  errors: ['SUMMARY_RECIPIENT_NOT_ALLOWED', 'ACCOUNTS_UNREACHABLE'],
})
