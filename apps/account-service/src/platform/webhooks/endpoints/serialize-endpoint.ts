import type { WebhookEndpoint } from '../index.ts'

/** Serializes an endpoint without its secret. */
export function serializeEndpoint(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    is_enabled: endpoint.isEnabled,
    created_at_millis: endpoint.createdAt.getTime(),
  }
}
