import type { webhooks } from '@parley/contract/phone'
import type { ColumnType, Generated } from 'kysely'

/** Rows about webhooks. */
export interface WebhookTables {
  webhook_endpoints: WebhookEndpointsTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
}

interface WebhookEndpointsTable {
  id: string
  workspace_id: string
  /** The user who has chosen its URL. */
  configured_by: string
  url: string
  description: string
  event_types: webhooks.WebhookEventType[]
  /** Null while it is enabled. */
  disabled_reason: NonNullable<webhooks.Webhook['disabled']>['reason'] | null
  disabled_at: Date | null
  failing_since: Date | null
  /** The last one since then. */
  problem: webhooks.DeliveryProblem | null
  problem_status: number | null
  secret_encrypted: string
  previous_secret_encrypted: string | null
  previous_secret_ends_at: Date | null
  created_at: Date
}

/** An event that at least one webhook receives. */
interface WebhookEventsTable {
  id: string
  workspace_id: string
  /** Null for a test event. */
  call_id: string | null
  type: webhooks.Delivery['type']
  happened_at: Date
  /** The data that is stored with the change. The rest is added before the first attempt. */
  payload: ColumnType<Record<string, unknown>, string, string>
  /** Null before the first attempt; afterwards the same for all. */
  body: string | null
  created_at: Date
}

interface WebhookDeliveriesTable {
  id: string
  /** A bigint: the order of the deliveries. */
  number: Generated<string>
  endpoint_id: string
  event_id: string
  call_id: string | null
  state: Generated<webhooks.Delivery['state']>
  attempts: Generated<number>
  due_at: Date
  leased_until: Date | null
  created_at: Date
  /** The latest first. */
  last_attempts: ColumnType<webhooks.Delivery['attempts'], string | undefined, string>
}
