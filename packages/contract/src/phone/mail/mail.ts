import { z } from 'zod'
import { email } from '../../account/fields.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { cursor, epochMillis, id, pageLimit, success } from '../fields.ts'

/** A host name or an IP address (IPv6 without brackets), without port. */
const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[\p{L}\p{N}.:_-]+$/u, 'is not a host name or an IP address')

/** A header field of an e-mail: one line. */
const senderName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'contains a control character')

/** `tls`: TLS from the start; `starttls`: an upgrade to TLS, without which nothing is sent; `none`: no encryption. */
export const mailSecurity = z.enum(['tls', 'starttls', 'none'])

export type MailSecurity = z.infer<typeof mailSecurity>

const credential = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}]*$/u, 'contains a control character')

const connection = z.object({
  host,
  port: z.int().min(1).max(65_535),
  security: mailSecurity,
  /** Null: the server needs no authentication. */
  username: credential.nullable(),
  senderName,
  senderAddress: email,
  /** Where replies go; null: to the sender address. */
  replyTo: email.nullable(),
})

/** Omitted: the stored password, which is used only with the host, port and user name that it was saved with. */
const input = connection.extend({ password: credential.optional() })

/** The SMTP server through which the e-mails of a workspace are sent. */
export const mailServer = connection.extend({ hasPassword: z.boolean(), changedAt: epochMillis })

export type MailServer = z.infer<typeof mailServer>

/** Why an e-mail was not sent. Keys of the message catalogues. */
export const mailProblem = z.enum([
  'time-out',
  'host-unknown',
  'host-not-allowed',
  'unreachable',
  'tls',
  'auth-refused',
  'sender-refused',
  'recipient-refused',
  'rejected',
  'unknown',
  /** The stored password or e-mail cannot be decrypted, for example because the secret of the server was replaced. */
  'unreadable',
  'not-configured',
  /** While it waited, the recipient has lost access to the call, or has changed the address. */
  'recipient-not-allowed',
])

export type MailProblem = z.infer<typeof mailProblem>

export const mailStep = z.enum(['resolve', 'connect', 'encrypt', 'sign-in', 'sender', 'recipient', 'accept'])

export type MailStep = z.infer<typeof mailStep>

export const getMailServer = definePhoneEndpoint({
  method: 'GET',
  path: '/mail-server',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary:
    'Get the mail server of the workspace without its password. Without one, e-mails are sent through the server of the installation.',
  response: z.object({
    mailServer: mailServer.nullable(),
    /** The e-mails that wait to be sent. */
    waiting: z.int(),
  }),
  errors: [],
})

export const saveMailServer = definePhoneEndpoint({
  method: 'PUT',
  path: '/mail-server',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Set the mail server of the workspace. E-mails that wait are sent through it.',
  body: input,
  response: mailServer,
  errors: [
    'MAIL_PASSWORD_REQUIRED',
    'MAIL_ENCRYPTION_REQUIRED',
    'MAIL_HOST_NOT_FOUND',
    'MAIL_HOST_NOT_ALLOWED',
  ],
})

export const deleteMailServer = definePhoneEndpoint({
  method: 'DELETE',
  path: '/mail-server',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Delete the mail server of the workspace with its password. E-mails that wait for it fail.',
  response: success,
  errors: ['MAIL_SERVER_NOT_FOUND'],
})

export const testMailServer = definePhoneEndpoint({
  method: 'POST',
  path: '/mail-server/test',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Send a test e-mail to the verified address of the user through a server, whose settings need not be saved. A workspace can test 10 times in 10 minutes.',
  body: input,
  response: z.object({
    recipient: z.string(),
    steps: z.array(
      z.object({
        step: mailStep,
        /** `left-out`: the settings or the server require no such step. `not-reached`: an earlier step has failed. */
        result: z.enum(['passed', 'failed', 'left-out', 'not-reached']),
        tookMs: z.int().nullable(),
        /** Of `resolve` the IP address, of `accept` the reply of the server; else null. */
        detail: z.string().nullable(),
      }),
    ),
    /** Null if the server has accepted the e-mail. */
    problem: mailProblem.nullable(),
    /** The reply of the server about the problem, as it was sent. */
    reply: z.string().nullable(),
  }),
  errors: ['MAIL_PASSWORD_REQUIRED', 'MAIL_ENCRYPTION_REQUIRED', 'EMAIL_ADDRESS_NOT_VERIFIED'],
})

export const sentMail = z.object({
  id,
  kind: z.enum(['missed-calls', 'call-summary']),
  to: z.string(),
  subject: z.string(),
  createdAt: epochMillis,
  state: z.enum(['waiting', 'accepted', 'failed']),
  /** Attempts to send it. */
  attempts: z.int(),
  /** When a waiting e-mail is sent again; null when it is not waiting. */
  retriesAt: epochMillis.nullable(),
  problem: mailProblem.nullable(),
  /** The last reply of the server. */
  reply: z.string().nullable(),
})

export type SentMail = z.infer<typeof sentMail>

export const listMails = definePhoneEndpoint({
  method: 'GET',
  path: '/mails',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the e-mails of the workspace of the last 30 days that its mail server sends, newest first.',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(100, 25) }),
  response: z.object({ items: z.array(sentMail), nextCursor: cursor.nullable() }),
  errors: [],
})

export const resendMail = definePhoneEndpoint({
  method: 'POST',
  path: '/mails/{mail}/resend',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Send an e-mail again that has failed.',
  params: z.object({ mail: id }),
  response: sentMail,
  errors: ['MAIL_NOT_FOUND', 'MAIL_NOT_FAILED', 'MAIL_SERVER_NOT_FOUND'],
})
