import type { ResponseOf } from '@parley/contract'
import type { internalKeys } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findKeySets } from './records/index.ts'
import { serializeKeySet } from './serialize-key-set.ts'

type List = typeof internalKeys.listKeySets

export async function listKeySets(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const keySets = await findKeySets(database, project.id)
  return { items: keySets.map(serializeKeySet), is_paginated: false }
}
