import { KnownError } from '@parley/contract'
import type { Database } from '../../platform/database/index.ts'
import { lockTeam } from '../../teams/records/index.ts'
import { lockUser } from '../../users/records/index.ts'
import type { Project } from '../records/index.ts'
import { countValidKeys, deleteOldInvalidKeys, type KeyOwner } from './records/index.ts'

/**
 * Requires that an owner may have one more key. Locks the owner, so that concurrent transactions that create
 * a key count each other's. Deletes old revoked and expired keys: the quota also bounds what is stored.
 *
 * @throws {KnownError} API_KEY_LIMIT_REACHED
 */
export async function requireApiKeyQuota(
  transaction: Database,
  { id: projectId, settings }: Project,
  owner: KeyOwner,
  at: Date,
): Promise<void> {
  const limit = settings.max_api_keys_per_owner
  if (limit === null) return
  if (owner.type === 'team') await lockTeam(transaction, owner.id)
  else await lockUser(transaction, owner.id)
  if ((await countValidKeys(transaction, projectId, owner, at)) >= limit)
    throw new KnownError('API_KEY_LIMIT_REACHED', { limit })
  await deleteOldInvalidKeys(transaction, projectId, owner, { retained: limit, at })
}
