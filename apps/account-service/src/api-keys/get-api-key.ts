import { KnownError } from '@parley/contract'
import type { Access } from '../access/index.ts'
import { denied } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { admitOwner, requireKeysAllowed } from './admit-owner.ts'
import { type ApiKeyRecord, apiKeyShape, findApiKey, ownerOf } from './api-keys.ts'
import type { KeyType } from './key-text.ts'

export interface Asked<Type extends KeyType> {
  readonly type: Type
  readonly id: string
  /** If given, the owner that the key must have. */
  readonly ownerId?: string
}

/**
 * Returns the requested key. Keys of other owners are reported as not found.
 *
 * @throws {KnownError} API_KEY_NOT_FOUND, USER_AUTHENTICATION_REQUIRED
 * @throws {PlainTextError} 403 when a client names another user as the owner.
 */
export async function requireApiKey<Type extends KeyType>(
  services: Pick<Services, 'database'>,
  caller: Access,
  { type, id, ownerId }: Asked<Type>,
): Promise<ApiKeyRecord> {
  requireKeysAllowed(caller.project, type)
  if (caller.accessType === 'client' && !caller.user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (ownerId !== undefined) await admitOwner(services, caller, { type, id: ownerId })

  const record = await findApiKey(services.database, caller.project.id, type, id)
  if (!record) throw new KnownError('API_KEY_NOT_FOUND')
  const owner = ownerOf(record)
  const isSomebodyElses = type === 'user' && caller.accessType === 'client' && owner.id !== caller.user?.id
  if (isSomebodyElses) throw denied(new KnownError('API_KEY_NOT_FOUND'))
  await admitOwner(services, caller, owner)
  if (ownerId !== undefined && owner.id !== ownerId) throw new KnownError('API_KEY_NOT_FOUND')
  return record
}

export async function getApiKey<Type extends KeyType>(
  services: Pick<Services, 'database'>,
  caller: Access,
  asked: Asked<Type>,
) {
  return apiKeyShape<Type>(await requireApiKey(services, caller, asked))
}
