import { KnownError } from '@parley/contract'
import { lockSignedInUser } from '../../auth/sessions/records/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import { markDenied } from '../../platform/audit/index.ts'
import { type Database, isConstraintViolation } from '../../platform/database/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { lockMembershipForShare } from '../../teams/records/index.ts'
import { requireVerifiedAddress } from '../../users/contact-channels/index.ts'
import { requireApiKeyQuota } from './api-key-quota.ts'
import { authorizeKeyOwner, requireKeysEnabled } from './authorize-key-owner.ts'
import {
  type ApiKeyType,
  generateApiKey,
  insertApiKey,
  type KeyOwner,
  keyOwnerForeignKeys,
  serializeApiKey,
} from './records/index.ts'

interface CreateApiKeyInput {
  readonly description: string
  readonly expires_at_millis: number | null
  readonly is_public?: boolean
}

/** Creates a key and returns its plaintext, which cannot be retrieved later. */
export async function createApiKey<Type extends ApiKeyType>(
  services: Pick<Services, 'database' | 'now'>,
  request: Access,
  owner: KeyOwner & { readonly type: Type },
  { description, expires_at_millis, is_public = false }: CreateApiKeyInput,
) {
  const { project } = request
  requireKeysEnabled(project, owner.type)
  await authorizeKeyOwner(services, request, owner)
  requireRecentAuthentication(request, services.now())
  await requireVerifiedAddress(services.database, request)

  const { id, text } = generateApiKey(owner.type, is_public)
  const createdAt = services.now()
  const record = await request.transaction(async (transaction) => {
    if (owner.type === 'user') await lockSignedInUser(transaction, request, createdAt)
    // Lock order team → membership, as in the removal of a member, avoids a deadlock.
    await requireApiKeyQuota(transaction, project, owner, createdAt)
    const creatorId = await lockCreatorMembership(transaction, request, owner)
    const inserted = await insertApiKey(transaction, {
      id,
      projectId: project.id,
      owner,
      creatorId,
      description,
      isPublic: is_public,
      plaintext: text,
      createdAt,
      expiresAt: expires_at_millis === null ? null : new Date(expires_at_millis),
    }).catch((error) => throwOwnerError(error, owner))
    await transaction.audit(
      'api_key.created',
      { type: 'api_key', id },
      { ownerType: owner.type, ownerId: owner.id },
    )
    return inserted
  })
  return { ...serializeApiKey<Type>(record), value: text }
}

/**
 * Returns the id of the member who creates a team key and locks the membership until the caller's transaction
 * ends; null for user keys and for server access.
 *
 * @throws {KnownError} API_KEY_NOT_FOUND when the member has left meanwhile, as for a later request.
 */
async function lockCreatorMembership(
  transaction: Database,
  { project, accessType, user }: Access,
  owner: KeyOwner,
): Promise<string | null> {
  if (accessType !== 'client' || owner.type !== 'team' || !user) return null
  const key = { projectId: project.id, teamId: owner.id, userId: user.id }
  if (!(await lockMembershipForShare(transaction, key))) throw markDenied(new KnownError('API_KEY_NOT_FOUND'))
  return user.id
}

function throwOwnerError(error: unknown, { type, id }: KeyOwner): never {
  if (!isConstraintViolation(error, keyOwnerForeignKeys[type])) throw error
  throw type === 'user' ? new KnownError('USER_NOT_FOUND') : new KnownError('TEAM_NOT_FOUND', { team_id: id })
}
