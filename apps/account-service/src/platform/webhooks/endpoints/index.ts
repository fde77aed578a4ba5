import type { AccountHandlers } from '../../request-context/index.ts'
import { createEndpoint } from './create-endpoint.ts'
import { createSvixToken } from './create-svix-token.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { updateEndpoint } from './update-endpoint.ts'

/** Operations of owners on webhook endpoints and deliveries. */
export const webhookEndpointHandlers = {
  'POST /internal/webhook-endpoints': createEndpoint,
  'GET /internal/webhook-endpoints': listEndpoints,
  'PATCH /internal/webhook-endpoints/{id}': updateEndpoint,
  'DELETE /internal/webhook-endpoints/{id}': deleteEndpoint,
  'POST /internal/webhook-endpoints/{id}/rotate-secret': rotateSecret,
  'GET /internal/webhook-endpoints/{id}/deliveries': listDeliveries,
  'POST /internal/webhook-endpoints/{id}/deliveries/{delivery}/replay': replayDelivery,
  'POST /webhooks/svix-token': createSvixToken,
} satisfies Partial<AccountHandlers>
