import type { AccountHandlers } from '../request-context/index.ts'
import { createSvixToken } from './create-svix-token.ts'

export { deleteOldEvents, startWebhookDelivery } from './deliver-events.ts'
export { findDeliveries, parkDeliveries, requeueDelivery } from './deliveries.ts'
export type { EventData, EventType } from './event-data.ts'
export { generateWebhookSecret } from './signature.ts'
export {
  countEndpoints,
  deleteEndpointRow,
  findEndpoints,
  insertEndpoint,
  requireEndpoint,
  updateEndpointRow,
  type WebhookEndpoint,
  webhookSecretPurpose,
} from './webhook-endpoints.ts'

export const webhookHandlers = {
  'POST /webhooks/svix-token': createSvixToken,
} satisfies Partial<AccountHandlers>
