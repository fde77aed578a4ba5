import { KnownError, type ResponseOf } from '@parley/contract'
import type { internalKeys } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { updateKeySetRow } from './records/index.ts'
import { serializeKeySet } from './serialize-key-set.ts'

type Update = typeof internalKeys.updateKeySet

/** Revoking again does not change the revocation time. Revocation is permanent. */
export async function updateKeySet(
  { now }: Pick<Services, 'now'>,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { project, params, body } = request
  return await request.transaction(async (transaction) => {
    const revokedAt = body.revoked ? now() : undefined
    const changes = { description: body.description, revokedAt }
    const changed = await updateKeySetRow(transaction, project.id, params.id, changes)
    if (!changed) throw new KnownError('API_KEY_NOT_FOUND')
    await transaction.audit(body.revoked ? 'key_set.revoked' : 'key_set.updated', {
      type: 'key_set',
      id: params.id,
    })
    return serializeKeySet(changed)
  })
}
