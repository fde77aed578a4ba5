import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isViolationOf } from '../database/index.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { admitOwner, requireKeysAllowed } from './admit-owner.ts'
import { apiKeyShape, insertApiKey, type KeyOwner, keyOwnerConstraints } from './api-keys.ts'
import { type KeyType, newKeyText } from './key-text.ts'

interface Order {
  readonly description: string
  readonly expires_at_millis: number | null
  readonly is_public?: boolean
}

/** Makes a key and answers with its text, which nobody can be told again. */
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
    const inserted = await insertApiKey(transaction, {
      id,
      projectId: project.id,
      owner,
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

function explainOwner(error: unknown, { type, id }: KeyOwner): never {
  if (!isViolationOf(error, keyOwnerConstraints[type])) throw error
  throw type === 'user' ? new KnownError('USER_NOT_FOUND') : new KnownError('TEAM_NOT_FOUND', { team_id: id })
}
