import type { mail } from '@parley/contract/phone'
import { SmtpError } from '@parley/server'
import { UnreadableError } from './mail-password.ts'

const maxReplyLength = 300

interface MailFailure {
  readonly problem: mail.MailProblem
  readonly reply: string | null
  /** Whether another attempt may succeed with the same settings. */
  readonly isTemporary: boolean
}

/** Converts an error that occurred while sending. Another error than one of SMTP may be temporary. */
export function toMailFailure(error: unknown): MailFailure {
  if (error instanceof UnreadableError) return { problem: 'unreadable', reply: null, isTemporary: false }
  if (!(error instanceof SmtpError)) return { problem: 'unknown', reply: null, isTemporary: true }
  return { problem: error.reason, reply: toShownReply(error.response), isTemporary: error.isTemporary }
}

/** Shortens the reply of a server, and replaces its control characters. */
export function toShownReply(reply: string | null): string | null {
  return reply === null
    ? null
    : reply
        .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()
        .slice(0, maxReplyLength)
}
