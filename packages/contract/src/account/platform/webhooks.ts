import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, epochMillis, listResponse, success, uuid } from '../fields.ts'

/** Event types that webhook endpoints can receive. */
export const webhookEventTypes = [
  'user.created',
  'user.updated',
  'user.deleted',
  'team.created',
  'team.updated',
  'team.deleted',
  'team_membership.created',
  'team_membership.deleted',
  'team_permission.created',
  'team_permission.deleted',
  'project_permission.created',
  'project_permission.deleted',
  'session.ended',
  'user.claimed',
] as const

/** Event types that only endpoints receive which name them. Receivers of all types do not expect them. */
export const optInEventTypes: readonly (typeof webhookEventTypes)[number][] = [
  'session.ended',
  'user.claimed',
]

const webhookEndpointInput = z.object({
  url: boundedString.refine(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !new URL(url).username,
    'must be an HTTP or HTTPS URL',
  ),
  description: boundedString,
  /** Null for all event types, including types added later, except `session.ended` and `user.claimed`. */
  event_types: z.array(z.enum(webhookEventTypes)).min(1).nullable(),
  is_enabled: z.boolean(),
})

const webhookEndpoint = webhookEndpointInput.extend({ id: z.uuid(), created_at_millis: epochMillis })

/** `whsec_` followed by base64, as defined by Standard Webhooks. */
const secret = z.object({ secret: z.string() })

const params = z.object({ id: uuid })

export const createWebhookEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints',
  access: 'admin',
  status: 201,
  summary: 'Create a webhook endpoint. Only this response contains its signing secret.',
  body: webhookEndpointInput.partial().required({ url: true }),
  response: webhookEndpoint.extend(secret.shape),
  errors: [],
  plainTextErrors: [400],
})

export const listWebhookEndpoints = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints',
  access: 'admin',
  summary: 'List the webhook endpoints, oldest first.',
  response: listResponse(webhookEndpoint),
  errors: [],
})

export const updateWebhookEndpoint = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/webhook-endpoints/{id}',
  access: 'admin',
  summary: 'Change a webhook endpoint.',
  params,
  body: webhookEndpointInput.partial(),
  response: webhookEndpoint,
  errors: [],
  plainTextErrors: [400, 404],
})

export const deleteWebhookEndpoint = defineAccountEndpoint({
  method: 'DELETE',
  path: '/internal/webhook-endpoints/{id}',
  access: 'admin',
  summary: 'Delete a webhook endpoint and its pending deliveries.',
  params,
  response: success,
  errors: [],
  plainTextErrors: [404],
})

export const rotateWebhookSecret = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/rotate-secret',
  access: 'admin',
  summary: 'Replace the signing secret. Deliveries are signed with both secrets for one day.',
  params,
  response: secret,
  errors: [],
  plainTextErrors: [404],
})

const delivery = z.object({
  id: z.uuid(),
  event_id: z.string(),
  event_type: z.string(),
  /**
   * `pending` deliveries are retried; `parked` deliveries have failed and are only sent again when replayed.
   */
  state: z.enum(['pending', 'delivered', 'parked']),
  created_at_millis: epochMillis,
  next_attempt_at_millis: epochMillis.nullable(),
  /** At most the last 20, newest first. */
  attempts: z.array(
    z.object({
      at_millis: epochMillis,
      duration_millis: z.int(),
      /** HTTP status of the response; null without a response. */
      status: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})

export const listWebhookDeliveries = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints/{id}/deliveries',
  access: 'admin',
  summary: 'List the last 100 deliveries of a webhook endpoint, newest first.',
  params,
  query: z.object({ state: z.enum(['pending', 'delivered', 'parked']).optional() }),
  response: listResponse(delivery),
  errors: [],
  plainTextErrors: [404],
})

export const replayWebhookDelivery = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/deliveries/{delivery}/replay',
  access: 'admin',
  summary: 'Replay a delivery now, with the same event id.',
  params: params.extend({ delivery: uuid }),
  response: success,
  errors: [],
  plainTextErrors: [400, 404],
})

export const createSvixToken = defineAccountEndpoint({
  method: 'POST',
  path: '/webhooks/svix-token',
  access: 'admin',
  status: 201,
  summary:
    'Get a Svix token, for SDK compatibility. It grants no access: webhooks are managed at /internal/webhook-endpoints.',
  body: z.object({}),
  response: z.object({ token: z.string() }),
  errors: [],
})
