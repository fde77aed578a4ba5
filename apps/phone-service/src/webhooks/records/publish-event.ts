import type { webhooks } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { insertDeliveries } from './deliveries.ts'
import { insertEventIfWanted, type NewEvent } from './events.ts'
import { selectSubscribed, selectWebhook } from './webhooks.ts'

type CallEvent = Omit<NewEvent, 'id' | 'callId' | 'type'> & {
  readonly callId: string
  readonly type: webhooks.WebhookEventType
  /** The id of the analysis, or of another part of which a call can have several. */
  readonly subjectId?: string
}

/**
 * Publishes an event about a call in the transaction of the change: it is delivered if and only if that commits. Nothing
 * is stored when no webhook of the workspace receives it, or when it was published before.
 */
export async function publishEvent(
  transaction: Kysely<PhoneTables>,
  { subjectId, ...event }: CallEvent,
): Promise<void> {
  const { workspaceId, type, callId } = event
  // Without a full stop, which separates the id in the text that is signed.
  const id = `${type.replace('.', '-')}_${subjectId ?? callId}`
  const withEvent = transaction
    .with('wanted', (query) => selectSubscribed(query, workspaceId, type))
    .with('event', (query) => insertEventIfWanted(query, { ...event, id }))
  await insertDeliveries(withEvent).execute()
}

/** Publishes a test event to one webhook. */
export async function publishTestEvent(
  transaction: Kysely<PhoneTables>,
  { webhookId, ...event }: Pick<NewEvent, 'id' | 'workspaceId' | 'at'> & { readonly webhookId: string },
): Promise<void> {
  const test = { ...event, callId: null, type: 'webhook.test', facts: { webhookId } } as const
  const withEvent = transaction
    .with('wanted', (query) => selectWebhook(query, webhookId))
    .with('event', (query) => insertEventIfWanted(query, test))
  await insertDeliveries(withEvent).execute()
}
