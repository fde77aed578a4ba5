import { webhooks } from '@parley/contract/account'
import type { AccountRouter } from '../request-context/index.ts'
import { createSvixToken } from './create-svix-token.ts'

export { findDeliveries, requeueDelivery, parkDeliveries } from './deliveries.ts'
export {
  updateEndpointRow,
  countEndpoints,
  deleteEndpointRow,
  type EndpointRecord,
  findEndpoints,
  insertEndpoint,
  requireEndpoint,
  webhookSecretPurpose,
} from './webhook-endpoints.ts'
export { type EventType, publishEvent } from './publish-event.ts'
export { deleteOldEvents, startWebhookDelivery } from './deliver-events.ts'
export { generateWebhookSecret } from './signature.ts'

export function serveWebhooks(serve: AccountRouter): void {
  serve(webhooks.createSvixToken, createSvixToken)
}
