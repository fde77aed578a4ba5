import { rejectImpersonation } from '../../auth/step-up/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { type ApiKeySelector, requireApiKey } from './get-api-key.ts'
import { type ApiKeyType, serializeApiKey, updateApiKeyRow } from './records/index.ts'

/** Revoking again does not change the revocation time. Revocation is permanent. */
export async function updateApiKey<Type extends ApiKeyType>(
  services: Pick<Services, 'database' | 'now'>,
  request: Access,
  requested: ApiKeySelector<Type>,
  { description, revoked }: { readonly description?: string; readonly revoked?: true },
) {
  rejectImpersonation(request)
  const { id } = await requireApiKey(services, request, requested)
  const at = services.now()
  return await request.transaction(async (transaction) => {
    const changed = await updateApiKeyRow(transaction, id, {
      description,
      revokedAt: revoked ? at : undefined,
    })
    await transaction.audit(revoked ? 'api_key.revoked' : 'api_key.updated', { type: 'api_key', id })
    return serializeApiKey<Type>(changed)
  })
}
