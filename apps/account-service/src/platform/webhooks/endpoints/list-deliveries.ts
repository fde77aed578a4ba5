import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { findDeliveries, requireEndpoint } from '../index.ts'

type List = typeof webhooks.listWebhookDeliveries

export async function listDeliveries(
  { database }: Pick<Services, 'database'>,
  { project, params, query }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  await requireEndpoint(database, project.id, params.id)
  const deliveries = await findDeliveries(database, params.id, query.state)
  return {
    items: deliveries.map(({ id, eventId, eventType, state, createdAt, nextAttemptAt, attempts }) => ({
      id,
      event_id: eventId,
      event_type: eventType,
      state,
      created_at_millis: createdAt.getTime(),
      next_attempt_at_millis: state === 'pending' ? (nextAttemptAt?.getTime() ?? null) : null,
      attempts: attempts.map(({ at, durationMs, status, error }) => ({
        at_millis: at.getTime(),
        duration_millis: durationMs,
        status,
        error,
      })),
    })),
    is_paginated: false,
  }
}
