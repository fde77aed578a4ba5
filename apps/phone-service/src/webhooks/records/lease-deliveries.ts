import type { webhooks } from '@parley/contract/phone'
import type { DeliveryCapacity, LeaseTimes } from '@parley/server/webhooks'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { hasDueDelivery, selectAttemptable } from './deliveries.ts'
import { selectEvents } from './events.ts'
import { selectEnabled, selectForDelivery } from './webhooks.ts'

type Database = Kysely<PhoneTables>

/** A delivery that this node attempts now. */
export interface LeasedDelivery {
  readonly id: string
  /** Including this one. */
  readonly attempts: number
  /** Identifies the lease. */
  readonly leasedUntil: Date
  readonly endpointId: string
  readonly workspaceId: string
  /** The user who has configured the webhook. */
  readonly ownerId: string
  readonly url: string
  readonly secretEncrypted: string
  /** Null after the end of its overlap with the current secret. */
  readonly previousSecretEncrypted: string | null
  readonly eventId: string
  readonly type: webhooks.Delivery['type']
  readonly callId: string | null
  readonly happenedAt: Date
  readonly payload: Readonly<Record<string, unknown>>
  readonly body: string | null
}

/** Leases due deliveries for this node. */
export async function leaseDueDeliveries(
  database: Database,
  due: DeliveryCapacity & LeaseTimes,
): Promise<LeasedDelivery[]> {
  // By one index for all webhooks: mostly, none is due.
  if (!(await hasDueDelivery(database, due.now))) return []
  const taken = await selectDue(database, due)
    .updateTable('webhook_deliveries')
    .set({ leased_until: due.leasedUntil })
    .where('id', 'in', (select) => select.selectFrom('due').select('id'))
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  const leased = await selectLeased(database, ids, due.now).execute()
  return leased.map(({ attempts, ...delivery }) => ({
    ...delivery,
    attempts: attempts + 1,
    leasedUntil: due.leasedUntil,
  }))
}

/** Locks due deliveries in a CTE: without it, the planner might evaluate and lock more than once. */
function selectDue(database: Database, due: DeliveryCapacity & LeaseTimes) {
  return database
    .with('candidate', (query) =>
      query
        .selectFrom(selectEnabled(database).as('endpoint'))
        .innerJoinLateral(
          () =>
            selectAttemptable(database, due)
              .where('delivery.endpoint_id', '=', sql.ref<string>('endpoint.id'))
              .orderBy('delivery.due_at')
              .orderBy('delivery.number')
              .limit(due.limitPerEndpoint)
              .forUpdate('delivery')
              .skipLocked()
              .as('delivery'),
          (join) => join.onTrue(),
        )
        .select(['delivery.id', 'delivery.due_at'])
        .select(({ fn }) =>
          fn
            .agg<string>('row_number')
            .over((over) => over.partitionBy('endpoint.owner_id').orderBy('delivery.due_at'))
            .as('position_of_owner'),
        )
        .where(({ not, eb, fn, val }) => not(eb('endpoint.id', '=', fn.any(val([...due.busyEndpoints])))))
        .where(({ not, eb, fn, val }) => not(eb('endpoint.owner_id', '=', fn.any(val([...due.busyOwners]))))),
    )
    .with('due', (query) =>
      query
        .selectFrom('candidate')
        .select('id')
        .where('position_of_owner', '<=', String(due.limitPerOwner))
        .orderBy('due_at')
        .limit(due.limit),
    )
}

function selectLeased(database: Database, ids: readonly string[], now: Date) {
  return database
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin(selectEvents(database).as('event'), 'event.id', 'delivery.event_id')
    .innerJoin(selectForDelivery(database).as('endpoint'), 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.id',
      'delivery.attempts',
      'endpoint.id as endpointId',
      'endpoint.workspace_id as workspaceId',
      'endpoint.owner_id as ownerId',
      'url',
      'secret_encrypted as secretEncrypted',
      'event_id as eventId',
      'type',
      'delivery.call_id as callId',
      'happened_at as happenedAt',
      'payload',
      'body',
    ])
    .select((select) =>
      select
        .case()
        .when('previous_secret_ends_at', '>', now)
        .then(select.ref('previous_secret_encrypted'))
        .end()
        .as('previousSecretEncrypted'),
    )
    .where('delivery.id', 'in', ids)
    .orderBy('delivery.number')
}
