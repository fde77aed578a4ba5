import type { QueryCreator, SelectQueryBuilder } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'

/** An event to be published. */
interface NewEvent {
  readonly id: string
  readonly projectId: string
  readonly type: string
  readonly data: unknown
  readonly at: Date
}

/** Part of a statement: inserts an event if `wanted` has rows, and returns its id. */
export function insertEventIfSubscribed(
  query: QueryCreator<AccountTables & { wanted: { id: string } }>,
  { id, projectId, type, data, at }: NewEvent,
) {
  return query
    .insertInto('webhook_events')
    .columns(['id', 'project_id', 'type', 'data', 'created_at'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('wanted')
        .select([
          val(id).as('id'),
          val(projectId).as('project_id'),
          val(type).as('type'),
          cast<string>(val(JSON.stringify(data)), 'json').as('data'),
          cast<Date>(val(at), 'timestamptz').as('created_at'),
        ])
        .limit(1),
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
