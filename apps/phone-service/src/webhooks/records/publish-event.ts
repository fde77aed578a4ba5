import type { webhooks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { insertDeliveries } from './deliveries.ts'
import { insertEventIfWanted, type NewEvent } from './events.ts'
import { selectSubscribed, selectWebhook } from './webhooks.ts'

/** How long the event of an emergency call waits for a lock. */
const maxWaitMs = 50

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

/**
 * Publishes an event about a call that neither a failure nor a lock of webhooks may affect: it is not sent when it cannot
 * be stored almost immediately.
 */
export async function publishEventIfPossible(
  transaction: Kysely<PhoneTables>,
  event: CallEvent,
): Promise<void> {
  await sql`savepoint webhook_event`.execute(transaction)
  try {
    const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(
      transaction,
    )
    await setLockTimeout(transaction, `${maxWaitMs}ms`)
    await publishEvent(transaction, event)
    await setLockTimeout(transaction, required(rows[0], 'the lock timeout').before)
    await sql`release savepoint webhook_event`.execute(transaction)
  } catch {
    // The server of the database logs the failure. When the connection has failed, this fails as well.
    await sql`rollback to savepoint webhook_event`.execute(transaction)
  }
}

async function setLockTimeout(transaction: Kysely<PhoneTables>, timeout: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${timeout}, true)`.execute(transaction)
}

/** Publishes a test event to one webhook. */
export async function publishTestEvent(
  transaction: Kysely<PhoneTables>,
  { webhookId, ...event }: Pick<NewEvent, 'id' | 'workspaceId' | 'at'> & { readonly webhookId: string },
): Promise<void> {
  const test = { ...event, callId: null, type: 'webhook.test', payload: { webhookId } } as const
  const withEvent = transaction
    .with('wanted', (query) => selectWebhook(query, webhookId))
    .with('event', (query) => insertEventIfWanted(query, test))
  await insertDeliveries(withEvent).execute()
}
