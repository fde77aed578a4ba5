import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'

/** Events of one type to be published. */
interface NewEvents {
  readonly projectId: string
  readonly type: string
  readonly events: readonly {
    readonly id: string
    /** The user or team whose newer events replace it; null for all other events. */
    readonly subject: string | null
    readonly data: unknown
  }[]
  readonly at: Date
}

/** Part of a statement: inserts events if `wanted` has rows, and returns their ids. */
export function insertEventsIfSubscribed(
  query: QueryCreator<AccountTables & { wanted: { id: string } }>,
  { projectId, type, events, at }: NewEvents,
) {
  const columns = [
    events.map(({ id }) => id),
    events.map(({ subject }) => subject),
    events.map(({ data }) => JSON.stringify(data)),
  ]
  const given = sql<{ id: string; subject: string | null; data: string }>`
    unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::json[])`
  return query
    .insertInto('webhook_events')
    .columns(['id', 'project_id', 'type', 'subject', 'data', 'created_at', 'deliveries'])
    .expression(({ selectFrom, exists, val, cast, fn }) =>
      selectFrom(given.as<'given'>(sql`given (id, subject, data)`))
        .select([
          'given.id',
          val(projectId).as('project_id'),
          val(type).as('type'),
          'given.subject',
          'given.data',
          cast<Date>(val(at), 'timestamptz').as('created_at'),
          selectFrom('wanted').select(fn.countAll<number>().as('count')).as('deliveries'),
        ])
        .where(exists(selectFrom('wanted').select('id'))),
    )
    .returning('id')
}

/** Query for event columns, to be joined to deliveries. */
export function selectEvents(database: Database) {
  return database.selectFrom('webhook_events').select(['id', 'type', 'data'])
}

/** Deletes events before a moment, except those with pending deliveries. */
export async function deleteEventsBefore(
  database: Database,
  moment: Date,
  pendingDeliveries: SelectQueryBuilder<AccountTables, 'webhook_deliveries', { id: string }>,
): Promise<void> {
  await database
    .deleteFrom('webhook_events')
    .where('created_at', '<', moment)
    .where(({ not, exists, ref }) =>
      not(exists(pendingDeliveries.whereRef('event_id', '=', ref('webhook_events.id')))),
    )
    .execute()
}

/** Deletes the named events that are from before a moment. */
export async function deleteEventsIn(
  database: Database,
  moment: Date,
  named: SelectQueryBuilder<AccountTables, 'webhook_deliveries', { id: string }>,
): Promise<void> {
  await database
    .deleteFrom('webhook_events')
    .where('created_at', '<', moment)
    .where('id', 'in', named)
    .execute()
}

/** An event with the state of a user or team. */
interface StateEvent {
  readonly id: string
  readonly projectId: string
  readonly subject: string
}

/** Deletes the oldest events about a subject beyond a size of all, but not the named one. */
export async function deleteReplacedEvents(
  database: Database,
  { id, projectId, subject }: StateEvent,
  maxBytes: number,
): Promise<void> {
  const newestFirst = database
    .selectFrom('webhook_events')
    .select('id')
    .select(sql<string>`sum(size) over (order by created_at desc, id)`.as('bytes'))
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
  await database
    .with('replaced', (query) =>
      query
        .selectFrom('webhook_events')
        .innerJoin(newestFirst.as('newest_first'), 'newest_first.id', 'webhook_events.id')
        .select('webhook_events.id')
        .where('newest_first.bytes', '>', String(maxBytes))
        .where('webhook_events.id', '!=', id)
        // An event that another transaction deletes: waiting for it could end in a deadlock.
        .forUpdate('webhook_events')
        .skipLocked(),
    )
    .deleteFrom('webhook_events')
    .where('id', 'in', (select) => select.selectFrom('replaced').select('id'))
    .execute()
}
