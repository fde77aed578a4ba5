import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { requireEndpoint } from './manage-endpoints.ts'

type List = typeof webhooks.listWebhookDeliveries
type Replay = typeof webhooks.replayWebhookDelivery

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

/** Tells it again, whatever became of it: it is due now, with all its attempts before it. */
export async function replayDelivery(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, params, call }: ServedRequest<Replay>,
): Promise<ResponseOf<Replay>> {
  await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, project.id, params.id)
    const { numUpdatedRows } = await transaction
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', attempts: 0, next_attempt_at: now() })
      .where('id', '=', params.delivery)
      .where('endpoint_id', '=', params.id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new TextError(404, 'There is no such delivery to this address.')
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'webhook_delivery.replayed',
      subject: { type: 'webhook_delivery', id: params.delivery },
      call,
      at: now(),
    })
  })
  return { success: true }
}
