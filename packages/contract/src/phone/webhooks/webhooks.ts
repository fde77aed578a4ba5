import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { cursor, epochMillis, id, pageLimit, success } from '../fields.ts'
import { isWebhookUrl, webhookEventTypes } from './webhook-settings.ts'

export { webhookEvent } from './webhook-events.ts'
export { maxWebhooks, type WebhookEventType, webhookEventTypes } from './webhook-settings.ts'

export const webhookUrl = z.string().trim().max(2_000).refine(isWebhookUrl, 'is not the URL of a webhook')

const description = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'contains a control character')

const settings = z.object({
  url: webhookUrl,
  description,
  events: z
    .array(z.enum(webhookEventTypes))
    .min(1)
    .max(webhookEventTypes.length)
    .transform((events) => webhookEventTypes.filter((type) => events.includes(type))),
})

/** Why a delivery has failed. Keys of the message catalogues. */
export const deliveryProblem = z.enum([
  'host-not-found',
  'host-not-allowed',
  /** Its host is no longer in a private network that the operator has allowed. */
  'not-encrypted',
  'unreachable',
  'certificate-rejected',
  'timed-out',
  'redirected',
  'rejected',
  'invalid-response',
  /** The stored secret cannot be decrypted, for example because the secret of the server was replaced. */
  'unreadable',
])

export type DeliveryProblem = z.infer<typeof deliveryProblem>

export const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  isEnabled: z.boolean(),
  /** `gone`: the receiver has responded 410, so that no further events are sent. Null while it is enabled. */
  disabled: z.object({ reason: z.enum(['administrator', 'failing', 'gone']), at: epochMillis }).nullable(),
  /** Since the first of the failures after which nothing was delivered; null if the last delivery succeeded. */
  failingSince: epochMillis.nullable(),
  /** The last failure since `failingSince`. */
  problem: z.object({ problem: deliveryProblem, status: z.int().nullable() }).nullable(),
  /** Until then, requests are also signed with the previous secret. */
  previousSecretEndsAt: epochMillis.nullable(),
  createdAt: epochMillis,
})

export type Webhook = z.infer<typeof webhook>

/** `whsec_` and Base64, as defined by Standard Webhooks. */
const secret = z.object({ secret: z.string() })

const params = z.object({ webhook: id })

const hostErrors = [
  'WEBHOOK_NOT_ENCRYPTED',
  'WEBHOOK_HOST_NOT_FOUND',
  'WEBHOOK_HOST_NOT_ALLOWED',
  'DISK_FULL',
] as const

export const listWebhooks = definePhoneEndpoint({
  method: 'GET',
  path: '/webhooks',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the webhooks of the workspace without their secrets, the oldest first.',
  response: z.object({ items: z.array(webhook) }),
  errors: [],
})

export const createWebhook = definePhoneEndpoint({
  method: 'POST',
  path: '/webhooks',
  access: 'phone_admin',
  rateLimit: 'changes',
  status: 201,
  summary: 'Create a webhook. Only this response contains its secret.',
  body: settings,
  response: z.object({ webhook, ...secret.shape }),
  errors: ['WEBHOOK_LIMIT', ...hostErrors],
})

export const updateWebhook = definePhoneEndpoint({
  method: 'PUT',
  path: '/webhooks/{webhook}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Change a webhook, which remains enabled or disabled without `isEnabled`. Events that wait are sent to its new URL, and when it is enabled after Parley has disabled it for its failures.',
  params,
  body: settings.extend({ isEnabled: z.boolean().optional() }),
  response: webhook,
  errors: ['WEBHOOK_NOT_FOUND', ...hostErrors],
})

export const deleteWebhook = definePhoneEndpoint({
  method: 'DELETE',
  path: '/webhooks/{webhook}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Delete a webhook and its deliveries.',
  params,
  response: success,
  errors: ['WEBHOOK_NOT_FOUND'],
})

export const rotateSecret = definePhoneEndpoint({
  method: 'POST',
  path: '/webhooks/{webhook}/rotate-secret',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Replace the secret of a webhook. For one day, requests are also signed with the previous one.',
  params,
  response: z.object({ webhook, ...secret.shape }),
  errors: ['WEBHOOK_NOT_FOUND'],
})

export const delivery = z.object({
  id,
  /** The `webhook-id` of all attempts. */
  eventId: z.string(),
  type: z.enum([...webhookEventTypes, 'webhook.test']),
  /** Null for a test event. */
  callId: id.nullable(),
  /**
   * `waiting`: it is sent at `retriesAt`, or when the webhook is enabled again (null); `failed`: it is sent again on
   * request only.
   */
  state: z.enum(['waiting', 'delivered', 'failed']),
  createdAt: epochMillis,
  retriesAt: epochMillis.nullable(),
  /** The body of the request; null before the first attempt. */
  body: z.string().nullable(),
  attemptCount: z.int(),
  /** At most the last 10, the latest first. */
  attempts: z.array(
    z.object({
      at: epochMillis,
      tookMs: z.int(),
      /** Null without a response. */
      status: z.int().nullable(),
      /** Null if it was delivered. */
      problem: deliveryProblem.nullable(),
      /** The beginning of the body of the response; null without one, in a private network, and for all but the last attempt. */
      response: z.string().nullable(),
    }),
  ),
})

export type Delivery = z.infer<typeof delivery>

export const listDeliveries = definePhoneEndpoint({
  method: 'GET',
  path: '/webhooks/{webhook}/deliveries',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the deliveries of a webhook of the last 30 days, the latest first.',
  params,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(50, 20) }),
  response: z.object({ items: z.array(delivery), nextCursor: cursor.nullable() }),
  errors: ['WEBHOOK_NOT_FOUND'],
})

export const resendDelivery = definePhoneEndpoint({
  method: 'POST',
  path: '/webhooks/{webhook}/deliveries/{delivery}/resend',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Send an event again, with the same id.',
  params: params.extend({ delivery: id }),
  response: delivery,
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED', 'DISK_FULL'],
})

export const sendTestEvent = definePhoneEndpoint({
  method: 'POST',
  path: '/webhooks/{webhook}/test',
  access: 'phone_admin',
  rateLimit: 'changes',
  status: 201,
  summary: 'Send a test event to a webhook. It is delivered like others, in the list of deliveries.',
  params,
  response: delivery,
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED', 'DISK_FULL'],
})
