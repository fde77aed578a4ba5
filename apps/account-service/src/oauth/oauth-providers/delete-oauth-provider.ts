import type { ResponseOf } from '@parley/contract'
import type { oauthProviders } from '@parley/contract/account'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { deleteConnection } from '../connections/index.ts'
import { connectionNotFound, requireConnection } from './get-oauth-provider.ts'

type Delete = typeof oauthProviders.deleteOauthProvider

export async function deleteOauthProvider(
  services: Pick<Services, 'database' | 'jobs' | 'now'>,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { params, info } = request
  const { project, accessType } = request
  const connection = await requireConnection(services, request, params)
  requireRecentAuthentication(request, services.now())

  await request.transaction(async (transaction) => {
    if (!(await deleteConnection(transaction, connection))) throw connectionNotFound()
    // Servers may remove every sign-in method; clients cannot lock their user out.
    if (accessType === 'client' && connection.allowSignIn)
      await requireSignInMethod(transaction, project, connection.userId)
    if (connection.allowSignIn)
      await notifySignInChange(services, transaction, {
        project,
        userId: connection.userId,
        change: 'provider-unlinked',
        info,
      })
    await transaction.audit(
      'oauth_provider.unlinked',
      { type: 'user', id: connection.userId },
      { provider: connection.providerId, connectionId: connection.id },
    )
  })
  return { success: true }
}
