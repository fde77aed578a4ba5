import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { requireEndpoint } from './endpoints.ts'

type List = typeof webhooks.listWebhookDeliveries

export async function listDeliveries(
  { database }: Pick<Services, 'database'>,
  { project, params, query }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  await requireEndpoint(database, project.id, params.id)
  const rows = await database
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'event_id', 'type', 'state', 'delivery.created_at', 'next_attempt_at'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('webhook_attempts')
          .select(['at', 'duration_ms', 'status', 'error'])
          .whereRef('delivery_id', '=', 'delivery.id')
          .orderBy('id', 'desc')
          .limit(20),
      ).as('attempts'),
    )
    .where('endpoint_id', '=', params.id)
    .$if(query.state !== undefined, (select) => select.where('state', '=', query.state!))
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id')
    .limit(100)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      event_id: row.event_id,
      event_type: row.type,
      state: row.state,
      created_at_millis: row.created_at.getTime(),
      next_attempt_at_millis: row.state === 'pending' ? (row.next_attempt_at?.getTime() ?? null) : null,
      attempts: row.attempts.map(({ at, duration_ms, status, error }) => ({
        at_millis: new Date(at).getTime(),
        duration_millis: duration_ms,
        status,
        error,
      })),
    })),
    is_paginated: false,
  }
}
