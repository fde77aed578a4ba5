import type { DeliveryCapacity, LeaseTimes } from '@parley/server/webhooks'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { selectPendingDeliveries } from './deliveries.ts'
import { selectEvents } from './events.ts'
import { selectDeliveryEndpoints } from './webhook-endpoints.ts'

/** A delivery that this worker attempts now. */
export interface LeasedDelivery {
  readonly id: string
  /** The number of attempts, including this one. */
  readonly attempts: number
  /** The number of events that have joined this delivery. */
  readonly revision: number
  readonly endpointId: string
  /** The owner of its project; the id of the project when it has none. */
  readonly ownerId: string
  readonly eventId: string
  readonly type: string
  readonly data: unknown
  readonly url: string
  readonly sealedSecret: string
  /** Null after the end of its overlap with the current secret. */
  readonly sealedPreviousSecret: string | null
}

/** One endpoint, or all others. */
export interface EndpointFilter {
  readonly operator: '=' | '!='
  readonly endpointId: string
}

interface LeaseRequest extends DeliveryCapacity, LeaseTimes {
  readonly endpoints: EndpointFilter
}

/** Leases due deliveries for this worker and counts an attempt. */
export async function leaseDueDeliveries(database: Database, due: LeaseRequest): Promise<LeasedDelivery[]> {
  const { now, endpoints } = due
  const someDue = await selectPendingDeliveries(database)
    .where('next_attempt_at', '<=', now)
    .where('endpoint_id', endpoints.operator, endpoints.endpointId)
    .limit(1)
    .executeTakeFirst()
  if (!someDue) return []

  const taken = await selectLeasable(database, due)
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: due.leasedUntil, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (select) => select.selectFrom('due').select('id'))
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  return await selectLeased(database, ids, now).execute()
}

/** Locks due deliveries in a CTE: without it, the planner might evaluate and lock more than once. */
function selectLeasable(database: Database, due: LeaseRequest) {
  const { now, endpoints, busyEndpoints, busyOwners } = due
  return database
    .with('candidate', (query) =>
      query
        .selectFrom(selectDeliveryEndpoints(database).where('is_enabled', '=', true).as('endpoint'))
        .innerJoinLateral(
          (lateral) =>
            lateral
              .selectFrom('webhook_deliveries')
              .select(['id', 'is_urgent', 'next_attempt_at'])
              .whereRef('endpoint_id', '=', 'endpoint.id')
              .where('state', '=', 'pending')
              .where('next_attempt_at', '<=', now)
              .orderBy('is_urgent', 'desc')
              .orderBy('next_attempt_at')
              .limit(due.limitPerEndpoint)
              .forUpdate()
              .skipLocked()
              .as('delivery'),
          (join) => join.onTrue(),
        )
        .select(['delivery.id', 'delivery.is_urgent', 'delivery.next_attempt_at'])
        .select(({ fn }) =>
          fn
            .agg<string>('row_number')
            .over((over) =>
              over
                .partitionBy('endpoint.owner_id')
                .orderBy('delivery.is_urgent', 'desc')
                .orderBy('delivery.next_attempt_at'),
            )
            .as('position_of_owner'),
        )
        .where('endpoint.id', endpoints.operator, endpoints.endpointId)
        .where(({ not, eb, fn, val }) => not(eb('endpoint.id', '=', fn.any(val([...busyEndpoints])))))
        .where(({ not, eb, fn, val }) => not(eb('endpoint.owner_id', '=', fn.any(val([...busyOwners]))))),
    )
    .with('due', (query) =>
      query
        .selectFrom('candidate')
        .select('id')
        .where('position_of_owner', '<=', String(due.limitPerOwner))
        .orderBy('is_urgent', 'desc')
        .orderBy('next_attempt_at')
        .limit(due.limit),
    )
}

function selectLeased(database: Database, ids: readonly string[], now: Date) {
  return database
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin(selectEvents(database).as('event'), 'event.id', 'delivery.event_id')
    .innerJoin(selectDeliveryEndpoints(database).as('endpoint'), 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.id',
      'delivery.attempts',
      'delivery.revision',
      'endpoint_id as endpointId',
      'endpoint.owner_id as ownerId',
      'event_id as eventId',
      'type',
      'data',
      'url',
      'sealed_secret as sealedSecret',
    ])
    .select((select) =>
      select
        .case()
        .when('previous_secret_ends_at', '>', now)
        .then(select.ref('sealed_previous_secret'))
        .end()
        .as('sealedPreviousSecret'),
    )
    .where('delivery.id', 'in', ids)
}
