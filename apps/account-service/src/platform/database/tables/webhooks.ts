import type { webhooks } from '@parley/contract/account'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

interface WebhookEvents {
  id: string
  project_id: string
  type: string
  data: ColumnType<unknown, string, string>
  /** The user or team whose newer events replace it; null for all other events. */
  subject: string | null
  /** The endpoints to which it is delivered. */
  deliveries: Generated<number>
  /** Bytes of the event, with an estimate for its deliveries. */
  size: GeneratedAlways<number>
  created_at: Date
}

interface WebhookEndpoints {
  id: string
  project_id: string
  /** Owner of the project when the endpoint was created; null when it had none. */
  owner_id: string | null
  url: string
  description: string
  event_types: (typeof webhooks.webhookEventTypes)[number][] | null
  is_enabled: boolean
  sealed_secret: string
  sealed_previous_secret: string | null
  previous_secret_ends_at: Date | null
  created_at: Date
}

interface WebhookDeliveries {
  id: Generated<string>
  endpoint_id: string
  event_id: string
  state: Generated<'pending' | 'delivered' | 'parked'>
  attempts: Generated<number>
  next_attempt_at: Date | null
  created_at: Date
  /** Of an event that others may join; null for all others. */
  subject: Generated<string | null>
  is_urgent: Generated<boolean>
  revision: Generated<number>
}

interface WebhookAttempts {
  id: Generated<string>
  delivery_id: string
  at: Date
  duration_ms: number
  status: number | null
  error: string | null
}

/** Webhook events, endpoints and deliveries. */
export interface WebhookTables {
  webhook_events: WebhookEvents
  webhook_endpoints: WebhookEndpoints
  webhook_deliveries: WebhookDeliveries
  webhook_attempts: WebhookAttempts
}
