import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { id, success } from '../fields.ts'

const base64url = z.string().regex(/^[\w-]+={0,2}$/)

export const getPushKey = definePhoneEndpoint({
  method: 'GET',
  path: '/push/key',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get the public key of this server, with which a browser subscribes to notifications (RFC 8292).',
  response: z.object({ publicKey: base64url }),
  errors: [],
})

export const savePushSubscription = definePhoneEndpoint({
  method: 'PUT',
  path: '/push/subscription',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Let calls notify a browser of the user that has no open tab, until its session ends. Of more than ten browsers, the earliest is removed.',
  body: z.object({
    /** The id of the browser, as in the live message `hello`. */
    deviceId: id,
    endpoint: z.url({ protocol: /^https$/ }).max(1_000),
    keys: z.object({
      /** The public key of the browser: an uncompressed point of P-256. */
      p256dh: base64url.length(87),
      /** 16 bytes. */
      auth: base64url.length(22),
    }),
    /** The language of the notifications. */
    locale: z.string().regex(/^[a-z]{2}-([A-Z]{2}|\d{3})$/),
  }),
  response: success,
  errors: ['PUSH_SUBSCRIPTION_NOT_VALID'],
})

export const deletePushSubscription = definePhoneEndpoint({
  method: 'DELETE',
  path: '/push/subscription',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Stop the notifications of a browser of the user.',
  query: z.object({ device: id }),
  response: success,
  errors: [],
})

const message = { callId: id, locale: z.string(), caller: z.string().nullable() }

/** The encrypted payload of a notification (RFC 8291), which the service worker reads. */
export const pushMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ringing'), ...message, workspaceName: z.string().nullable() }),
  z.object({ type: z.literal('stopped'), ...message, outcome: z.enum(['missed', 'answered', 'declined']) }),
])

export type PushMessage = z.infer<typeof pushMessage>
