import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import type { Services } from '../../../services.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { findEndpoints } from '../index.ts'
import { serializeEndpoint } from './serialize-endpoint.ts'

type List = typeof webhooks.listWebhookEndpoints

export async function listEndpoints(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const records = await findEndpoints(database, project.id)
  return { items: records.map(serializeEndpoint), is_paginated: false }
}
