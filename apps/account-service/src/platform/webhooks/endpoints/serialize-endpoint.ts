import type { EndpointRecord } from '../index.ts'

/** Serializes an endpoint without its secret. */
export function serializeEndpoint(record: EndpointRecord) {
  return {
    id: record.id,
    url: record.url,
    description: record.description,
    event_types: record.event_types,
    is_enabled: record.is_enabled,
    created_at_millis: record.created_at.getTime(),
  }
}
