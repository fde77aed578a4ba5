import { webhooks } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import { createSvixToken } from './create-svix-token.ts'

export { findDeliveries, makeDue, parkDeliveries } from './deliveries.ts'
export {
  changeEndpoint,
  countEndpoints,
  deleteEndpointRow,
  type EndpointRecord,
  findEndpoints,
  insertEndpoint,
  requireEndpoint,
  webhookSecretPurpose,
} from './endpoints.ts'
export { type EventType, publishEvent } from './publish-event.ts'
export { deleteOldEvents, keepSendingEvents } from './send-events.ts'
export { newSecret } from './signature.ts'

export function serveWebhooks(serve: Serve): void {
  serve(webhooks.createSvixToken, createSvixToken)
}
