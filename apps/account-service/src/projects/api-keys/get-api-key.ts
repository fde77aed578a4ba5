import { KnownError } from '@parley/contract'
import { markDenied } from '../../platform/audit/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { authorizeKeyOwner, requireKeysEnabled } from './authorize-key-owner.ts'
import { type ApiKey, type ApiKeyType, findApiKey, serializeApiKey } from './records/index.ts'

export interface ApiKeySelector<Type extends ApiKeyType> {
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
export async function requireApiKey<Type extends ApiKeyType>(
  services: Pick<Services, 'database'>,
  auth: Access,
  { type, id, ownerId }: ApiKeySelector<Type>,
): Promise<ApiKey> {
  requireKeysEnabled(auth.project, type)
  if (auth.accessType === 'client' && !auth.user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (ownerId !== undefined) await authorizeKeyOwner(services, auth, { type, id: ownerId })

  const record = await findApiKey(services.database, auth.project.id, type, id)
  if (!record) throw new KnownError('API_KEY_NOT_FOUND')
  const { owner } = record
  const isOfOtherUser = type === 'user' && auth.accessType === 'client' && owner.id !== auth.user?.id
  if (isOfOtherUser) throw markDenied(new KnownError('API_KEY_NOT_FOUND'))
  await authorizeKeyOwner(services, auth, owner)
  if (ownerId !== undefined && owner.id !== ownerId) throw new KnownError('API_KEY_NOT_FOUND')
  return record
}

export async function getApiKey<Type extends ApiKeyType>(
  services: Pick<Services, 'database'>,
  auth: Access,
  requested: ApiKeySelector<Type>,
) {
  return serializeApiKey<Type>(await requireApiKey(services, auth, requested))
}
