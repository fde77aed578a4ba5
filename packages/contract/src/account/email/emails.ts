import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  boundedString,
  callbackUrl,
  configuredString,
  email,
  epochMillis,
  jsonValue,
  largeBodyBytes,
  listResponse,
  success,
  uuid,
} from '../fields.ts'
import { emailPartId, themeChoice } from './templates.ts'

/** One job is created for each user, so one request is limited to this many. */
const maxRecipients = 1000

/** Calls that one e-mail about missed calls lists. */
export const maxListedCalls = 20

const maxScheduledMillis = Date.UTC(10_000, 0) - 1

export const sendEmail = defineAccountEndpoint({
  method: 'POST',
  path: '/emails/send-email',
  access: 'server',
  summary:
    'Send an e-mail to users. Failed deliveries are not reported: no address, unsubscribed, or rejected by the mail server.',
  body: z.object({
    user_ids: z.array(uuid).max(maxRecipients),
    html: z
      .string()
      .max(512 * 1024)
      .optional(),
    template_id: emailPartId.optional(),
    variables: z.record(z.string(), jsonValue).optional(),
    subject: boundedString.optional(),
    theme_id: themeChoice.optional(),
    notification_category_name: boundedString.optional(),
    /** Not sent before this moment. Milliseconds since the epoch. */
    scheduled_at_millis: z.int().min(0).max(maxScheduledMillis).optional(),
  }),
  maxBodyBytes: largeBodyBytes,
  response: z.object({
    results: z.array(z.object({ user_id: z.uuid(), user_email: z.string().optional() })),
  }),
  errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'USER_ID_DOES_NOT_EXIST'],
  plainTextErrors: [400],
})

/**
 * Connection settings of a custom e-mail server. Port 465 uses implicit TLS; other ports use STARTTLS if
 * offered.
 */
export const emailServer = z.object({
  host: configuredString('Email host is missing').max(1024),
  port: z
    .int({ error: ({ input }) => (input === undefined ? 'Email port is missing' : undefined) })
    .min(0)
    .max(65_535),
  username: configuredString('Email username is missing').max(1024),
  password: configuredString('Email password is missing').max(70),
  sender_name: configuredString('Email sender name is missing').max(1024),
  sender_email: configuredString('Email sender email is missing').pipe(email),
})

export const sendTestEmail = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/send-test-email',
  access: 'admin',
  summary: 'Test an e-mail server before using it. Responds within 10 s.',
  body: z.object({ recipient_email: email, email_config: emailServer }),
  response: z.object({ success: z.boolean(), error_message: z.string().optional() }),
  errors: [],
})

export const sentEmail = z.object({
  id: z.uuid(),
  subject: z.string(),
  sent_at_millis: epochMillis,
  to: z.array(z.string()),
  /** Host, port and user name are only included for custom servers of the project. */
  sender_config: z.object({
    type: z.enum(['shared', 'standard']),
    host: z.string().optional(),
    port: z.int().optional(),
    username: z.string().optional(),
    sender_name: z.string(),
    sender_email: z.string(),
  }),
  /** Null if the mail server accepted the e-mail. */
  error: z.string().nullable(),
})

export const listSentEmails = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/emails',
  access: 'admin',
  summary: 'List the last 100 attempts to send an e-mail, newest first.',
  response: listResponse(sentEmail),
  errors: [],
})

export const sendSignInInvitation = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/send-sign-in-invitation',
  access: 'admin',
  summary: 'Send an e-mail that invites its recipient to sign in. It links to the callback URL.',
  body: z.object({ email, callback_url: callbackUrl }),
  response: success,
  errors: ['REDIRECT_URL_NOT_WHITELISTED'],
})

const callerNumber = z
  .string()
  .max(40)
  .regex(/^[+*#\d][+*#\d ()-]*$/, 'must be a telephone number')

export const getMissedCallEmails = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/missed-call-emails',
  access: 'server',
  summary: 'Get whether the project can send e-mails about missed calls.',
  response: z.object({ is_enabled: z.boolean() }),
  errors: [],
})

const missedCallEmail = z.object({
  user_id: uuid,
  /** An IANA name, such as `Europe/Berlin`. UTC when it is omitted, or unknown to the service. */
  time_zone: z.string().max(100).nullish(),
  /** The workspace that was called. Names in the e-mail have at most 50 characters, without URLs and addresses. */
  workspace_name: boundedString,
  /** The latest first. */
  calls: z
    .array(
      z.object({
        id: uuid,
        caller_name: boundedString.nullable(),
        caller_number: callerNumber.nullable(),
        started_at_millis: epochMillis,
        /** Whether the caller has left a message. */
        has_voicemail: z.boolean(),
      }),
    )
    .min(1)
    .max(maxListedCalls),
  /** Further missed calls, which the e-mail only counts. */
  further_calls: z.int().min(0),
})

export const sendMissedCallEmail = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/missed-call-emails',
  access: 'server',
  summary:
    'Send a built-in e-mail about missed calls to the verified primary address of a user, at most 20 a day. It links to the calls in the phone of this installation.',
  body: missedCallEmail,
  response: success,
  errors: ['USER_ID_DOES_NOT_EXIST', 'EMAIL_NOT_VERIFIED'],
  plainTextErrors: [403],
})

export const composeMissedCallEmail = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/missed-call-emails/compose',
  access: 'server',
  summary:
    'Return the e-mail that `POST /internal/missed-call-emails` sends, for a sender with its own mail server. It counts like a sent one.',
  body: missedCallEmail,
  response: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    locale: z.string(),
  }),
  errors: ['USER_ID_DOES_NOT_EXIST', 'EMAIL_NOT_VERIFIED'],
  plainTextErrors: [403],
})

const summaryText = z.string().max(4_000)

export const composeCallSummaryEmail = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/call-summary-emails/compose',
  access: 'server',
  summary:
    'Return a built-in e-mail with the summary of a call, for a sender with its own mail server: at most 200 a day for the verified primary address of a user. It links to the call in the phone of this installation.',
  body: z.object({
    user_id: uuid,
    /** An IANA name, such as `Europe/Berlin`. UTC when it is omitted, or unknown to the service. */
    time_zone: z.string().max(100).nullish(),
    workspace_name: boundedString,
    /** The member who sends it; null: it is sent by itself. */
    sender_name: boundedString.nullable(),
    call: z.object({
      id: uuid,
      /** The other party. */
      name: boundedString.nullable(),
      number: callerNumber.nullable(),
      started_at_millis: epochMillis,
      talk_seconds: z.int().min(0),
    }),
    statements: z.array(z.object({ text: summaryText, is_supported: z.boolean() })).max(50),
    fields: z
      .array(
        z.object({
          label: summaryText,
          values: z.array(z.union([summaryText, z.number(), z.boolean()])).max(50),
        }),
      )
      .max(50),
    action_items: z
      .array(z.object({ text: summaryText, owner: summaryText.nullable(), due_on: z.iso.date().nullable() }))
      .max(50),
    /** Shown to a user before it is sent: it is not counted, and needs no verified address. */
    is_preview: z.boolean(),
  }),
  maxBodyBytes: largeBodyBytes,
  response: z.object({
    /** Null only in a preview for a user without an address. */
    to: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    locale: z.string(),
  }),
  errors: ['USER_ID_DOES_NOT_EXIST', 'EMAIL_NOT_VERIFIED'],
  plainTextErrors: [403],
})
