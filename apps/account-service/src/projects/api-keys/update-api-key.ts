import type { RequestInfo } from '@parley/server/http'
import { recordAudit } from '../../platform/audit/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { serializeApiKey, updateApiKeyRow } from './api-keys.ts'
import type { ApiKeyType } from './generate-api-key.ts'
import { type ApiKeySelector, requireApiKey } from './get-api-key.ts'

/** Revoking again does not change the revocation time. Revocation is permanent. */
export async function updateApiKey<Type extends ApiKeyType>(
  services: Pick<Services, 'database' | 'now'>,
  { info, ...auth }: Access & { readonly info: RequestInfo },
  requested: ApiKeySelector<Type>,
  { description, revoked }: { readonly description?: string; readonly revoked?: true },
) {
  const { id } = await requireApiKey(services, auth, requested)
  const at = services.now()
  return await services.database.transaction().execute(async (transaction) => {
    const changed = await updateApiKeyRow(transaction, id, {
      description,
      revokedAt: revoked ? at : undefined,
    })
    await recordAudit(transaction, {
      projectId: auth.project.id,
      actor: auth.actor,
      action: revoked ? 'api_key.revoked' : 'api_key.updated',
      subject: { type: 'api_key', id },
      info,
      at,
    })
    return serializeApiKey<Type>(changed)
  })
}
