import { KnownError, type ResponseOf } from '@parley/contract'
import type { internalKeys } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findKeySets } from './records/index.ts'
import { serializeKeySet } from './serialize-key-set.ts'

type Get = typeof internalKeys.getKeySet

export async function getKeySet(
  { database }: Pick<Services, 'database'>,
  { project, params }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const [keySet] = await findKeySets(database, project.id, params.id)
  if (!keySet) throw new KnownError('API_KEY_NOT_FOUND')
  return serializeKeySet(keySet)
}
