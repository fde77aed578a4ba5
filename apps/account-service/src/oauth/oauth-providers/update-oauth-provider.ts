import type { oauthProviders } from '@parley/contract/account'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { deleteTokens, updateConnection } from '../connections/index.ts'
import { requireNoConflict, toConflictError } from './conflicts.ts'
import { connectionNotFound, requireConnection } from './get-oauth-provider.ts'
import { serializeConnection } from './serialize-connection.ts'

type Update = typeof oauthProviders.updateOauthProvider

export async function updateOauthProvider(
  services: Pick<Services, 'database' | 'jobs'>,
  request: EndpointRequest<Update>,
): Promise<ReturnType<typeof serializeConnection>> {
  const { params, body, info } = request
  const { project, accessType } = request
  const before = await requireConnection(services, request, params)
  rejectImpersonation(request)

  try {
    const after = await request.transaction(async (transaction) => {
      await requireNoConflict(transaction, { ...before, ...body })
      const changed = await updateConnection(transaction, before, body)
      if (!changed) throw connectionNotFound()
      // Tokens of another account, or of a connection that no longer provides tokens, are obsolete.
      if (changed.account_id !== before.account_id || !changed.allow_connected_accounts)
        await deleteTokens(transaction, changed.id)
      if (accessType === 'client' && before.allow_sign_in && !changed.allow_sign_in)
        await requireSignInMethod(transaction, project, changed.user_id)
      if (changed.allow_sign_in !== before.allow_sign_in)
        await notifySignInChange(services, transaction, {
          project,
          userId: changed.user_id,
          change: changed.allow_sign_in ? 'provider-linked' : 'provider-unlinked',
          info,
        })
      await transaction.audit(
        'oauth_provider.updated',
        { type: 'user', id: changed.user_id },
        {
          provider: changed.provider_id,
          connectionId: changed.id,
          changed: Object.keys(body).join(' '),
        },
      )
      return changed
    })
    return serializeConnection(after)
  } catch (error) {
    throw toConflictError(error)
  }
}
