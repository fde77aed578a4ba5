export {
  type Attempt,
  failDeliveries,
  findDelivery,
  findDeliveryId,
  isEventWaiting,
  listDeliveryRows,
  makeDeliveriesDue,
  makeDeliveryDue,
  type StoredDelivery,
  saveAttempt,
  suspendDeliveries,
} from './deliveries.ts'
export {
  deleteEventsBefore,
  deleteEventsBeyond,
  deleteEventsOfCall,
  deleteEventsOfConference,
  deleteEventsOfWorkspace,
  deleteEventsWith,
  listWorkspacesBeyond,
  saveBody,
} from './events.ts'
export { type LeasedDelivery, leaseDueDeliveries } from './lease-deliveries.ts'
export { publishEvent, publishEventIfPossible, publishTestEvent } from './publish-event.ts'
export {
  countWebhooks,
  deleteWebhookRow,
  deleteWebhooksOfWorkspace,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  type StoredWebhook,
  saveWebhook,
} from './webhooks.ts'
