export { deleteOldEvents, startWebhookDelivery } from './deliver-events.ts'
export { findDeliveries, parkDeliveries, requeueDelivery } from './deliveries.ts'
export type { EventData, EventType } from './event-data.ts'
export { deleteEventsBeyond, listProjectsWithEventsBeyond } from './event-quota.ts'
export {
  countEndpoints,
  deleteEndpointRow,
  findEndpoints,
  insertEndpoint,
  phoneEndpointId,
  requireEndpoint,
  saveEndpoint,
  updateEndpointRow,
  type WebhookEndpoint,
  webhookSecretPurpose,
} from './webhook-endpoints.ts'
