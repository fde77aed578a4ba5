import { required } from '@parley/primitives'
import { type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AccountTables, Database } from '../database/index.ts'
import { selectEvents } from './events.ts'

type DeliveryState = 'pending' | 'delivered' | 'parked'

/** One request to an endpoint. */
interface DeliveryAttempt {
  readonly at: Date
  readonly durationMs: number
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null
  readonly error: string | null
}

/** A delivery of an event to an endpoint, with its latest attempts, newest first. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  readonly state: DeliveryState
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  readonly attempts: readonly DeliveryAttempt[]
}

const maxListedDeliveries = 100
const maxListedAttempts = 20

interface DeliveryOrder {
  /** Later events about it may join the delivery while it is pending; null if each is delivered. */
  readonly subject: string | null
  /** Precedes the other deliveries to the endpoint. */
  readonly isUrgent: boolean
}

/** Final part of a statement: inserts a delivery of `event` for every endpoint in `wanted`. */
export function insertDeliveries(
  query: QueryCreator<AccountTables & { wanted: { id: string } } & { event: { id: string } }>,
  at: Date,
  { subject, isUrgent }: DeliveryOrder = { subject: null, isUrgent: false },
) {
  return query
    .insertInto('webhook_deliveries')
    .columns(['endpoint_id', 'event_id', 'next_attempt_at', 'created_at', 'subject', 'is_urgent'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom(['wanted', 'event']).select([
        'wanted.id as endpoint_id',
        'event.id as event_id',
        cast<Date>(val(at), 'timestamptz').as('next_attempt_at'),
        cast<Date>(val(at), 'timestamptz').as('created_at'),
        cast<string | null>(val(subject), 'text').as('subject'),
        cast<boolean>(val(isUrgent), 'boolean').as('is_urgent'),
      ]),
    )
}

/** Query for pending deliveries. */
export function selectPendingDeliveries(database: Database) {
  return database.selectFrom('webhook_deliveries').select('id').where('state', '=', 'pending')
}

/** Query for the events that are delivered to an endpoint and have no other deliveries. */
export function selectDeliveredEvents(database: Database, endpointId: string) {
  return database
    .selectFrom('webhook_deliveries')
    .select('event_id as id')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'delivered')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as other')
            .select('id')
            .whereRef('other.event_id', '=', 'webhook_deliveries.event_id')
            .where('other.endpoint_id', '!=', endpointId),
        ),
      ),
    )
}

/**
 * Lets a pending delivery of the same subject serve another event, and makes it due. Returns whether there is
 * one. The delivery is locked until the transaction ends, so that it is not sent before the receiver can read
 * the change. One that another transaction has locked is not used: waiting for it could end in a deadlock.
 */
export async function joinPendingDelivery(
  transaction: Database,
  endpointId: string,
  subject: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .with('joined', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('subject', '=', subject)
        .where('state', '=', 'pending')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('webhook_deliveries')
    .set({
      revision: sql<number>`revision + 1`,
      attempts: 0,
      next_attempt_at: sql<Date>`least(next_attempt_at, ${at})`,
    })
    .where('id', 'in', (select) => select.selectFrom('joined').select('id'))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lists the latest deliveries to an endpoint with their latest attempts, newest first. */
export async function findDeliveries(
  database: Database,
  endpointId: string,
  state?: DeliveryState,
): Promise<Delivery[]> {
  const rows = await database
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin(selectEvents(database).as('event'), 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'event_id', 'type', 'state', 'delivery.created_at', 'next_attempt_at'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('webhook_attempts')
          .select(['at', 'duration_ms', 'status', 'error'])
          .whereRef('delivery_id', '=', 'delivery.id')
          .orderBy('id', 'desc')
          .limit(maxListedAttempts),
      ).as('attempts'),
    )
    .where('endpoint_id', '=', endpointId)
    .$if(state !== undefined, (select) =>
      select.where('state', '=', required(state, 'the state of the filter')),
    )
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id')
    .limit(maxListedDeliveries)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    eventType: row.type,
    state: row.state,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts.map(({ at, duration_ms, status, error }) => ({
      at: new Date(at),
      durationMs: duration_ms,
      status,
      error,
    })),
  }))
}

/** Requeues a delivery with its attempts reset. Returns whether it exists. */
export async function requeueDelivery(
  database: Database,
  { id, endpointId, now }: { readonly id: string; readonly endpointId: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Parks pending deliveries for a manual replay, so that re-enabling an endpoint does not cause a burst. */
export async function parkDeliveries(database: Database, endpointId: string): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'parked', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Records the result of an attempt and when the next one is due. If `next` has no state, the current one is
 * retained: the delivery may have been parked meanwhile, or deleted with its event. A delivery that another event has joined since it was
 * leased stays due: the receiver may have read its data before that change.
 */
export async function recordAttempt(
  database: Database,
  { id, revision }: { readonly id: string; readonly revision: number },
  { at, durationMs, status, error }: DeliveryAttempt,
  next: { readonly state?: DeliveryState; readonly nextAttemptAt: Date | null },
): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ state: next.state, next_attempt_at: next.nextAttemptAt })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
  await database
    .insertInto('webhook_attempts')
    .columns(['delivery_id', 'at', 'duration_ms', 'status', 'error'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('webhook_deliveries')
        .select([
          'id as delivery_id',
          cast<Date>(val(at), 'timestamptz').as('at'),
          cast<number>(val(durationMs), 'integer').as('duration_ms'),
          cast<number | null>(val(status), 'integer').as('status'),
          cast<string | null>(val(error), 'text').as('error'),
        ])
        .where('id', '=', id)
        .forKeyShare(),
    )
    .execute()
}
