import type { HttpCall } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { apiKeyShape, changeApiKey } from './api-keys.ts'
import { type Asked, requireApiKey } from './get-api-key.ts'
import type { KeyType } from './key-text.ts'

/** Revoking again does not change the revocation time. Revocation is permanent. */
export async function updateApiKey<Type extends KeyType>(
  services: Pick<Services, 'database' | 'now'>,
  { call, ...caller }: Access & { readonly call: HttpCall },
  asked: Asked<Type>,
  { description, revoked }: { readonly description?: string; readonly revoked?: true },
) {
  const { id } = await requireApiKey(services, caller, asked)
  const at = services.now()
  return await services.database.transaction().execute(async (transaction) => {
    const changed = await changeApiKey(transaction, id, {
      description,
      revokedAt: revoked ? at : undefined,
    })
    await recordAudit(transaction, {
      projectId: caller.project.id,
      actor: caller.actor,
      action: revoked ? 'api_key.revoked' : 'api_key.updated',
      subject: { type: 'api_key', id },
      call,
      at,
    })
    return apiKeyShape<Type>(changed)
  })
}
