import type { webhooks } from '@parley/contract/phone'
import type { LeaseTimes } from '@parley/server/webhooks'
import { type Kysely, type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { selectEvents } from './events.ts'

type Database = Kysely<PhoneTables>

export type Attempt = webhooks.Delivery['attempts'][number]

/** The delivery of an event to a webhook. */
export interface StoredDelivery {
  readonly id: string
  /** Increases with the time of the event. */
  readonly number: string
  readonly eventId: string
  readonly type: webhooks.Delivery['type']
  readonly callId: string | null
  readonly state: webhooks.Delivery['state']
  readonly createdAt: Date
  readonly dueAt: Date
  readonly body: string | null
  readonly attemptCount: number
  /** The latest first. */
  readonly attempts: readonly Attempt[]
}

const maxStoredAttempts = 10
/** The due time of a delivery that waits until its webhook is enabled again. */
const never = new Date('9999-12-31T00:00:00Z')

/** The columns of an event that its deliveries repeat. */
interface EventRow {
  id: string
  call_id: string | null
  created_at: Date
}

/** Final part of a statement: inserts a delivery of `event` to each webhook in `wanted`. */
export function insertDeliveries(
  query: QueryCreator<PhoneTables & { wanted: { id: string }; event: EventRow }>,
) {
  return query
    .insertInto('webhook_deliveries')
    .columns(['id', 'endpoint_id', 'event_id', 'call_id', 'due_at', 'created_at'])
    .expression(({ selectFrom }) =>
      selectFrom(['wanted', 'event']).select([
        sql<string>`gen_random_uuid()`.as('id'),
        'wanted.id as endpoint_id',
        'event.id as event_id',
        'event.call_id',
        'event.created_at as due_at',
        'event.created_at',
      ]),
    )
}

/** Returns deliveries to a webhook, the latest first, from the one before `before` on. */
export async function listDeliveryRows(
  database: Database,
  webhookId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<StoredDelivery[]> {
  let query = selectDeliveries(database).where('endpoint_id', '=', webhookId)
  if (before !== null) query = query.where('delivery.number', '<', before)
  const rows = await query.orderBy('delivery.number', 'desc').limit(limit).execute()
  return rows.map(toDelivery)
}

export async function findDelivery(
  database: Database,
  webhookId: string,
  { id }: { readonly id: string },
): Promise<StoredDelivery | null> {
  const row = await selectDeliveries(database)
    .where('endpoint_id', '=', webhookId)
    .where('delivery.id', '=', id)
    .executeTakeFirst()
  return row ? toDelivery(row) : null
}

/** Returns the id of the delivery of an event to a webhook. */
export async function findDeliveryId(
  database: Database,
  webhookId: string,
  eventId: string,
): Promise<string | null> {
  const row = await database
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row?.id ?? null
}

function selectDeliveries(database: Database) {
  return database
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin(selectEvents(database).as('event'), 'event.id', 'delivery.event_id')
    .select([
      'delivery.id',
      'delivery.number',
      'delivery.event_id as eventId',
      'event.type',
      'delivery.call_id as callId',
      'delivery.state',
      'delivery.created_at as createdAt',
      'delivery.due_at as dueAt',
      'event.body',
      'delivery.attempts as attempt_count',
      'delivery.last_attempts',
    ])
}

function toDelivery({
  attempt_count: attemptCount,
  last_attempts: attempts,
  ...delivery
}: Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>): StoredDelivery {
  return { ...delivery, attemptCount, attempts }
}

/** Lets a delivery wait for an attempt now, also during another one. The attempts that were made remain listed. */
export async function makeDeliveryDue(database: Database, id: string, now: Date): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, due_at: now, leased_until: null })
    .where('id', '=', id)
    .execute()
}

/** Makes the deliveries to a webhook that wait due, also those of which an attempt runs. */
export async function makeDeliveriesDue(database: Database, webhookId: string, now: Date): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, due_at: now, leased_until: null })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets the deliveries to a webhook wait until they are made due. */
export async function suspendDeliveries(database: Database, webhookId: string): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ due_at: never })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Returns whether a delivery to an enabled webhook waits for an attempt now. */
export async function hasDueDelivery(database: Database, now: Date): Promise<boolean> {
  const due = await database
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints as webhook', 'webhook.id', 'endpoint_id')
    .select('webhook_deliveries.id')
    .where('webhook.disabled_at', 'is', null)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Ends the waiting of all deliveries to a webhook, so that many old events do not follow when it is enabled again. */
export async function failDeliveries(database: Database, webhookId: string): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'failed' })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The change by an attempt. */
interface AttemptResult {
  readonly attempt: Attempt
  readonly state: webhooks.Delivery['state']
  /** Null when no further attempt follows, and of a webhook that is disabled. */
  readonly dueAt: Date | null
}

/**
 * Stores an attempt, and when the next one is due. Retains the state of a delivery that is no longer waiting, unless it
 * has arrived, and of one that was made due meanwhile. Only the last attempt retains its response.
 */
export async function saveAttempt(
  database: Database,
  {
    id,
    attempts,
    leasedUntil,
  }: { readonly id: string; readonly attempts: number; readonly leasedUntil: Date },
  { attempt, state, dueAt }: AttemptResult,
): Promise<void> {
  const previous = sql`coalesce(
    (select jsonb_agg(each || '{"response": null}' order by position)
      from jsonb_array_elements(last_attempts) with ordinality as previous (each, position)),
    '[]'::jsonb)`
  const isLeased = sql<boolean>`leased_until is not distinct from ${leasedUntil}`
  const isCurrent = state === 'delivered' ? isLeased : sql<boolean>`(${isLeased} and state = 'waiting')`
  await database
    .updateTable('webhook_deliveries')
    .set({
      state: sql<typeof state>`case when ${isCurrent} then ${state} else state end`,
      attempts: sql<number>`case when ${isLeased} then ${attempts} else attempts end`,
      due_at: sql<Date>`case when ${isLeased} then coalesce(${dueAt}, due_at) else due_at end`,
      leased_until: sql<Date | null>`case when ${isLeased} then null else leased_until end`,
      last_attempts: sql<string>`jsonb_path_query_array(
        ${JSON.stringify([attempt])}::jsonb || ${previous}, ${`$[0 to ${maxStoredAttempts - 1}]`}::jsonpath)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Query for the deliveries to the webhook `endpoint` that may be attempted now. */
export function selectAttemptable(database: Database, { now }: Pick<LeaseTimes, 'now'>) {
  return database
    .selectFrom('webhook_deliveries as delivery')
    .select(['delivery.id', 'delivery.due_at', 'delivery.number'])
    .where('delivery.state', '=', 'waiting')
    .where('delivery.due_at', '<=', now)
    .where(({ eb, or }) =>
      or([eb('delivery.leased_until', 'is', null), eb('delivery.leased_until', '<=', now)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          // The events of a call follow each other, unless one of them has failed.
          selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.endpoint_id', '=', 'delivery.endpoint_id')
            .whereRef('earlier.call_id', '=', 'delivery.call_id')
            .whereRef('earlier.number', '<', 'delivery.number')
            .where('earlier.state', '=', 'waiting')
            .where(({ eb, or }) =>
              or([eb('earlier.attempts', '=', 0), eb('earlier.leased_until', '>', now)]),
            ),
        ),
      ),
    )
}

/** Whether a delivery of the event `event.id` waits. */
export function isEventWaiting(database: Database): RawBuilder<boolean> {
  const waiting = database
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('event_id', '=', sql.ref<string>('event.id'))
    .where('state', '=', 'waiting')
  return sql<boolean>`exists (${waiting})`
}
