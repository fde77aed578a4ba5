import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import { denied, recordAudit } from '../audit/index.ts'
import { type Database, isViolationOf } from '../database/index.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { holdMembership } from '../teams/index.ts'
import { admitOwner, requireKeysAllowed } from './admit-owner.ts'
import { apiKeyShape, insertApiKey, type KeyOwner, keyOwnerConstraints } from './api-keys.ts'
import { type KeyType, newKeyText } from './key-text.ts'

interface Order {
  readonly description: string
  readonly expires_at_millis: number | null
  readonly is_public?: boolean
}

/** Creates a key and returns its plaintext, which cannot be retrieved later. */
export async function createApiKey<Type extends KeyType>(
  services: Pick<Services, 'database' | 'now'>,
  { call, ...caller }: Access & { readonly call: HttpCall },
  owner: KeyOwner & { readonly type: Type },
  { description, expires_at_millis, is_public = false }: Order,
) {
  const { project, actor } = caller
  requireKeysAllowed(project, owner.type)
  await admitOwner(services, caller, owner)
  requireRecentAuthentication(caller, services.now())

  const { id, text } = newKeyText(owner.type, is_public)
  const createdAt = services.now()
  const record = await services.database.transaction().execute(async (transaction) => {
    const creatorId = await holdCreator(transaction, caller, owner)
    const inserted = await insertApiKey(transaction, {
      id,
      projectId: project.id,
      owner,
      creatorId,
      description,
      isPublic: is_public,
      text,
      createdAt,
      expiresAt: expires_at_millis === null ? null : new Date(expires_at_millis),
    }).catch((error) => explainOwner(error, owner))
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'api_key.created',
      subject: { type: 'api_key', id },
      details: { ownerType: owner.type, ownerId: owner.id },
      call,
      at: createdAt,
    })
    return inserted
  })
  return { ...apiKeyShape<Type>(record), value: text }
}

/**
 * Returns the id of the member who creates a team key and locks the membership until the caller's transaction ends;
 * null for user keys and for server access.
 *
 * @throws {KnownError} API_KEY_NOT_FOUND when the member has left meanwhile, as for a later request.
 */
async function holdCreator(
  transaction: Database,
  { project, accessType, user }: Access,
  owner: KeyOwner,
): Promise<string | null> {
  if (accessType !== 'client' || owner.type !== 'team' || !user) return null
  const place = { projectId: project.id, teamId: owner.id, userId: user.id }
  if (!(await holdMembership(transaction, place))) throw denied(new KnownError('API_KEY_NOT_FOUND'))
  return user.id
}

function explainOwner(error: unknown, { type, id }: KeyOwner): never {
  if (!isViolationOf(error, keyOwnerConstraints[type])) throw error
  throw type === 'user' ? new KnownError('USER_NOT_FOUND') : new KnownError('TEAM_NOT_FOUND', { team_id: id })
}
