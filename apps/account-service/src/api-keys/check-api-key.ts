import { KnownError } from '@parley/contract'
import type { RateLimit } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import { recordAudit, refusedWith } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { requireKeysAllowed } from './admit-owner.ts'
import { apiKeyShape, findApiKeyByText, ownerOf } from './api-keys.ts'
import type { KeyType } from './key-text.ts'

/** Back ends check a key on every request; its use is audited once an hour. */
const notedUses: RateLimit = { name: 'noted-uses-by-api-key', attempts: 1, windowMs: 60 * 60_000 }

/** @throws {KnownError} API_KEY_NOT_FOUND, WRONG_API_KEY_TYPE, API_KEY_REVOKED, API_KEY_EXPIRED; in this order. */
export async function checkApiKey<Type extends KeyType>(
  { database, rateLimits, now }: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  { project, actor, call }: Access & { readonly call: HttpCall },
  type: Type,
  text: string,
) {
  requireKeysAllowed(project, type)
  const record = await findApiKeyByText(database, project.id, text)
  if (!record) throw new KnownError('API_KEY_NOT_FOUND')
  const owner = ownerOf(record)
  if (owner.type !== type)
    throw new KnownError('WRONG_API_KEY_TYPE', { expected_type: type, actual_type: owner.type })
  const key = { projectId: project.id, type: 'api_key', id: record.id } as const
  if (record.revoked_at) throw refusedWith(new KnownError('API_KEY_REVOKED'), key)
  if (record.expires_at && record.expires_at <= now())
    throw refusedWith(new KnownError('API_KEY_EXPIRED'), key)

  const { isAllowed: isNews } = await rateLimits.take(notedUses, record.id)
  if (!isNews) return apiKeyShape<Type>(record)
  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'api_key.used',
    subject: { type: key.type, id: key.id },
    details: { ownerType: owner.type, ownerId: owner.id },
    call,
    at: now(),
  })
  return apiKeyShape<Type>(record)
}
