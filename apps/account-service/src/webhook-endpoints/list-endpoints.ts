import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findEndpoints } from '../webhooks/index.ts'
import { endpointShape } from './endpoint-shape.ts'

type List = typeof webhooks.listWebhookEndpoints

export async function listEndpoints(
  { database }: Pick<Services, 'database'>,
  { project }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  const records = await findEndpoints(database, project.id)
  return { items: records.map(endpointShape), is_paginated: false }
}
