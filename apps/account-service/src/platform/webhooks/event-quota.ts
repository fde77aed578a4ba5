import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { selectPendingDeliveries } from './deliveries.ts'
import { phoneEndpointId } from './webhook-endpoints.ts'

/** Deleted first when the pending events exceed the quota by themselves. */
const largeEventBytes = 16 * 1024
/** At the quota, events are deleted until this share of it is used, so that few checks find it exceeded. */
const shareAfterDeletion = 0.9

/** Deleted events. */
export interface DeletedEvents {
  readonly events: number
  /** Of these, the events that some endpoint had not received yet. */
  readonly pending: number
}

/** Lists the projects whose events have a larger size together. */
export async function listProjectsWithEventsBeyond(database: Database, maxBytes: number): Promise<string[]> {
  const rows = await database
    .selectFrom('webhook_events')
    .select('project_id')
    .groupBy('project_id')
    .having(({ fn }) => fn.sum<string>('size'), '>', String(maxBytes))
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/**
 * Deletes events of a project that has reached its quota: first those without pending deliveries, then large
 * pending ones, then the others, each from the oldest on. Those of the phone, which are small, remain.
 */
export async function deleteEventsBeyond(
  database: Database,
  projectId: string,
  maxBytes: number,
): Promise<DeletedEvents> {
  const deleted = await database
    .with('excess', (query) =>
      query
        .selectFrom('webhook_events')
        .innerJoin(
          selectInOrderOfRetention(database, projectId).as('retained'),
          'retained.id',
          'webhook_events.id',
        )
        .select(['webhook_events.id', 'retained.is_pending'])
        .where('retained.bytes', '>', String(Math.floor(maxBytes * shareAfterDeletion)))
        .forUpdate('webhook_events')
        .skipLocked(),
    )
    .deleteFrom('webhook_events')
    .using('excess')
    .whereRef('webhook_events.id', '=', 'excess.id')
    .returning('excess.is_pending')
    .execute()
  return { events: deleted.length, pending: deleted.filter(({ is_pending }) => is_pending).length }
}

/** Query for events with the size of all that are retained before them, and their own. */
function selectInOrderOfRetention(database: Database, projectId: string) {
  return database
    .selectFrom(
      database
        .selectFrom('webhook_events as event')
        .select(['event.id', 'event.size', 'event.created_at'])
        .select(({ exists, ref }) =>
          exists(selectPendingDeliveries(database).whereRef('event_id', '=', ref('event.id'))).as(
            'is_pending',
          ),
        )
        .where('event.project_id', '=', projectId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_deliveries')
                .select('id')
                .whereRef('event_id', '=', 'event.id')
                .where('endpoint_id', '=', phoneEndpointId),
            ),
          ),
        )
        .as('event'),
    )
    .select(['event.id', 'event.is_pending'])
    .select(
      sql<string>`sum(size) over (
        order by is_pending desc, is_pending and size > ${largeEventBytes}, created_at desc, event.id
      )`.as('bytes'),
    )
}
