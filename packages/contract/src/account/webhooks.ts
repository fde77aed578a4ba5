import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { epochMillis, listOf, shortText, success, uuid } from './fields.ts'

/** What a project can be told of. */
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
] as const

const written = z.object({
  url: shortText.refine(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !new URL(url).username,
    'must be a URL of the web',
  ),
  description: shortText,
  /** Null for all, those of later versions included. */
  event_types: z.array(z.enum(webhookEventTypes)).min(1).nullable(),
  is_enabled: z.boolean(),
})

const endpoint = written.extend({ id: z.uuid(), created_at_millis: epochMillis })

/** Base64 after `whsec_`, as Standard Webhooks have it. */
const secret = z.object({ secret: z.string() })

const params = z.object({ id: uuid })

export const createWebhookEndpoint = accountEndpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints',
  access: 'admin',
  status: 201,
  summary: 'Tell an address what happens in the project. The secret of its signatures is told only here.',
  body: written.partial().required({ url: true }),
  response: endpoint.extend(secret.shape),
  errors: [],
  textErrors: [400],
})

export const listWebhookEndpoints = accountEndpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints',
  access: 'admin',
  summary: 'List the addresses that are told, oldest first.',
  response: listOf(endpoint),
  errors: [],
})

export const updateWebhookEndpoint = accountEndpoint({
  method: 'PATCH',
  path: '/internal/webhook-endpoints/{id}',
  access: 'admin',
  summary: 'Change an address that is told.',
  params,
  body: written.partial(),
  response: endpoint,
  errors: [],
  textErrors: [400, 404],
})

export const deleteWebhookEndpoint = accountEndpoint({
  method: 'DELETE',
  path: '/internal/webhook-endpoints/{id}',
  access: 'admin',
  summary: 'Tell an address no longer. What was not delivered is dropped.',
  params,
  response: success,
  errors: [],
  textErrors: [404],
})

export const rotateWebhookSecret = accountEndpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/rotate-secret',
  access: 'admin',
  summary: 'Make another secret. For a day, what is sent is signed with both.',
  params,
  response: secret,
  errors: [],
  textErrors: [404],
})

const delivery = z.object({
  id: z.uuid(),
  event_id: z.string(),
  event_type: z.string(),
  /** `pending` is tried again, `parked` only when replayed. */
  state: z.enum(['pending', 'delivered', 'parked']),
  created_at_millis: epochMillis,
  next_attempt_at_millis: epochMillis.nullable(),
  /** Newest first; at most the last twenty. */
  attempts: z.array(
    z.object({
      at_millis: epochMillis,
      duration_millis: z.int(),
      /** Status of the answer; null when there was none. */
      status: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})

export const listWebhookDeliveries = accountEndpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints/{id}/deliveries',
  access: 'admin',
  summary: 'List what an address was told of, newest first: the last hundred.',
  params,
  query: z.object({ state: z.enum(['pending', 'delivered', 'parked']).optional() }),
  response: listOf(delivery),
  errors: [],
  textErrors: [404],
})

export const replayWebhookDelivery = accountEndpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/deliveries/{delivery}/replay',
  access: 'admin',
  summary: 'Tell it again now, with the id that it had.',
  params: params.extend({ delivery: uuid }),
  response: success,
  errors: [],
  textErrors: [400, 404],
})

export const createSvixToken = accountEndpoint({
  method: 'POST',
  path: '/webhooks/svix-token',
  access: 'admin',
  status: 201,
  summary:
    'Get a token, as clients ask a vendor of webhooks for one. It opens nothing: webhooks are managed at /internal/webhook-endpoints.',
  body: z.object({}),
  response: z.object({ token: z.string() }),
  errors: [],
})

export const webhookEndpoints = [
  createWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  createSvixToken,
] as const
