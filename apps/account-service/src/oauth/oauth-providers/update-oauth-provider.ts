import type { oauthProviders } from '@parley/contract/account'
import { lockSignedInUser } from '../../auth/sessions/records/index.ts'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange, requireVerifiedAddress } from '../../users/contact-channels/index.ts'
import { deleteTokens, updateConnection } from '../connections/index.ts'
import { requireNoConflict, toConflictError } from './conflicts.ts'
import { connectionNotFound, requireConnection } from './get-oauth-provider.ts'
import { serializeConnection } from './serialize-connection.ts'

type Update = typeof oauthProviders.updateOauthProvider

export async function updateOauthProvider(
  services: Pick<Services, 'database' | 'jobs' | 'now'>,
  request: EndpointRequest<Update>,
): Promise<ReturnType<typeof serializeConnection>> {
  const { params, body, info } = request
  const { project, accessType } = request
  const before = await requireConnection(services, request, params)
  requireRecentAuthentication(request, services.now())
  if (body.allow_sign_in && !before.allowSignIn) await requireVerifiedAddress(services.database, request)

  try {
    const after = await request.transaction(async (transaction) => {
      await lockSignedInUser(transaction, request, services.now())
      await requireNoConflict(transaction, {
        ...before,
        accountId: body.account_id ?? before.accountId,
        allowSignIn: body.allow_sign_in ?? before.allowSignIn,
      })
      const changed = await updateConnection(transaction, before, {
        accountId: body.account_id,
        email: body.email,
        allowSignIn: body.allow_sign_in,
        allowConnectedAccounts: body.allow_connected_accounts,
      })
      if (!changed) throw connectionNotFound()
      // Tokens of another account, or of a connection that no longer provides tokens, are obsolete.
      if (changed.accountId !== before.accountId || !changed.allowConnectedAccounts)
        await deleteTokens(transaction, changed.id)
      if (accessType === 'client' && before.allowSignIn && !changed.allowSignIn)
        await requireSignInMethod(transaction, project, changed.userId)
      if (changed.allowSignIn !== before.allowSignIn)
        await notifySignInChange(services, transaction, {
          project,
          userId: changed.userId,
          change: changed.allowSignIn ? 'provider-linked' : 'provider-unlinked',
          info,
        })
      await transaction.audit(
        'oauth_provider.updated',
        { type: 'user', id: changed.userId },
        {
          provider: changed.providerId,
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
