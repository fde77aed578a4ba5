import { KnownError } from '@parley/contract'
import type { RateLimit } from '@parley/server'
import { withRejectedKey } from '../../platform/audit/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { requireKeysEnabled } from './authorize-key-owner.ts'
import { type ApiKeyType, findApiKeyByPlaintext, serializeApiKey } from './records/index.ts'

/** Back ends check a key on every request; its use is audited once an hour. */
const auditedUses: RateLimit = { name: 'noted-uses-by-api-key', attempts: 1, windowMs: 60 * 60_000 }

/**
 * @throws {KnownError} API_KEY_NOT_FOUND, WRONG_API_KEY_TYPE, API_KEY_REVOKED, API_KEY_EXPIRED; in this
 * order.
 */
export async function checkApiKey<Type extends ApiKeyType>(
  { database, rateLimits, now }: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  request: Access,
  type: Type,
  text: string,
) {
  const { project } = request
  requireKeysEnabled(project, type)
  const record = await findApiKeyByPlaintext(database, project.id, text)
  if (!record) throw new KnownError('API_KEY_NOT_FOUND')
  const { owner } = record
  if (owner.type !== type)
    throw new KnownError('WRONG_API_KEY_TYPE', { expected_type: type, actual_type: owner.type })
  const key = { projectId: project.id, type: 'api_key', id: record.id } as const
  if (record.revokedAt) throw withRejectedKey(new KnownError('API_KEY_REVOKED'), key)
  if (record.expiresAt && record.expiresAt <= now())
    throw withRejectedKey(new KnownError('API_KEY_EXPIRED'), key)

  const { isAllowed: isNews } = await rateLimits.consume(auditedUses, record.id)
  if (!isNews) return serializeApiKey<Type>(record)
  await request.audit(
    'api_key.used',
    { type: key.type, id: key.id },
    { ownerType: owner.type, ownerId: owner.id },
  )
  return serializeApiKey<Type>(record)
}
