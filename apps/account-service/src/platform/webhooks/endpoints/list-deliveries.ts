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
  const rows = await findDeliveries(database, params.id, query.state)
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
