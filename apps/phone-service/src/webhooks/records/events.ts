import type { webhooks } from '@parley/contract/phone'
import { type Expression, type Kysely, type QueryCreator, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface NewEvent {
  /** The same whenever the event is published. */
  readonly id: string
  readonly workspaceId: string
  readonly callId: string | null
  readonly type: webhooks.Delivery['type']
  readonly at: Date
  readonly payload: Readonly<Record<string, unknown>>
}

const maxDeleted = 1_000
/** At the quota, events are deleted until this share of it is used, so that few checks find it exceeded. */
const shareAfterDeletion = 0.9

/** Part of a statement: inserts an event if a webhook receives it, unless it was inserted before. */
export function insertEventIfWanted(
  query: QueryCreator<PhoneTables & { wanted: { id: string } }>,
  { id, workspaceId, callId, type, at, payload }: NewEvent,
) {
  return query
    .insertInto('webhook_events')
    .columns(['id', 'workspace_id', 'call_id', 'type', 'happened_at', 'payload', 'created_at'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('wanted')
        .select([
          val(id).as('id'),
          cast<string>(val(workspaceId), 'uuid').as('workspace_id'),
          cast<string | null>(val(callId), 'uuid').as('call_id'),
          val(type).as('type'),
          cast<Date>(val(at), 'timestamptz').as('happened_at'),
          cast<string>(val(JSON.stringify(payload)), 'json').as('payload'),
          sql<Date>`clock_timestamp()`.as('created_at'),
        ])
        .limit(1),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'call_id', 'created_at'])
}

/** Query for events, to be joined to deliveries. */
export function selectEvents(database: Database) {
  return database.selectFrom('webhook_events').select(['id', 'type', 'happened_at', 'payload', 'body'])
}

/** Stores the body of an event, unless another attempt has. Returns the stored one; null if the event was deleted. */
export async function saveBody(database: Database, id: string, body: string): Promise<string | null> {
  const row = await database
    .updateTable('webhook_events')
    .set({ body: sql<string>`coalesce(body, ${body})` })
    .where('id', '=', id)
    .returning('body')
    .executeTakeFirst()
  return row?.body ?? null
}

/** Deletes the events about a call with their deliveries, also of those that wait. */
export async function deleteEventsOfCall(database: Database, callId: string): Promise<void> {
  await database.deleteFrom('webhook_events').where('call_id', '=', callId).execute()
}

/** Deletes the events about all calls of a conference. */
export async function deleteEventsOfConference(
  database: Database,
  { workspaceId, conferenceId }: { readonly workspaceId: string; readonly conferenceId: string },
): Promise<void> {
  await database
    .deleteFrom('webhook_events')
    .where('call_id', 'in', ({ selectFrom }) =>
      selectFrom('calls')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('conference_id', '=', conferenceId),
    )
    .execute()
}

/** Deletes the events of a workspace that contain one of some values, such as a name. */
export async function deleteEventsWith(
  database: Database,
  workspaceId: string,
  values: readonly string[],
): Promise<void> {
  const texts = values.map((value) => JSON.stringify(value))
  await database
    .deleteFrom('webhook_events')
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`exists (
        select from unnest(${texts}::text[]) as found (text)
        where strpos(body, found.text) > 0 or strpos(payload::text, found.text) > 0
      )`,
    )
    .execute()
}

/** Deletes the events of a workspace that no webhook receives any more. */
export async function deleteEventsWithoutDelivery(database: Database, workspaceId: string): Promise<void> {
  await database
    .deleteFrom('webhook_events')
    .where('workspace_id', '=', workspaceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('webhook_deliveries.id')
            .whereRef('webhook_deliveries.event_id', '=', 'webhook_events.id'),
        ),
      ),
    )
    .execute()
}

export async function deleteEventsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('webhook_events').where('workspace_id', '=', workspaceId).execute()
}

/** Deletes events that were created before a time, up to 1,000. Returns how many. */
export async function deleteEventsBefore(database: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('webhook_events')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_events').select('id').where('created_at', '<', before).limit(maxDeleted),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the workspaces with webhooks that have more events. */
export async function listWorkspacesBeyond(database: Database, maxEvents: number): Promise<string[]> {
  const rows = await database
    .selectFrom(({ selectFrom }) =>
      selectFrom('webhook_endpoints').select('workspace_id').distinct().as('workspace'),
    )
    .select('workspace.workspace_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_events')
          .select('webhook_events.id')
          .whereRef('webhook_events.workspace_id', '=', 'workspace.workspace_id')
          .offset(maxEvents)
          .limit(1),
      ),
    )
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/**
 * Deletes the events of a workspace beyond a maximum, each from the oldest on: those with nothing to deliver before those
 * that wait. Returns how many.
 *
 * @param isWaiting Whether a delivery of the event `event.id` waits.
 */
export async function deleteEventsBeyond(
  database: Database,
  { workspaceId, maxEvents }: { readonly workspaceId: string; readonly maxEvents: number },
  isWaiting: Expression<boolean>,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('webhook_events')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_events as event')
        .select('event.id')
        .where('event.workspace_id', '=', workspaceId)
        .orderBy(isWaiting, 'desc')
        .orderBy('event.created_at', 'desc')
        .offset(Math.floor(maxEvents * shareAfterDeletion))
        .limit(maxDeleted),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
