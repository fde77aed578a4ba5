import type { ResponseOf } from '@parley/contract'
import type { oauthProviders } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import { deleteConnection } from '../oauth-connections/index.ts'
import type { Services } from '../services.ts'
import { refuseImpersonation } from '../step-up/index.ts'
import { keepWayIn } from '../ways-in/index.ts'
import { connectionFor, notLinked } from './get-oauth-provider.ts'

type Delete = typeof oauthProviders.deleteOauthProvider

export async function deleteOauthProvider(
  services: Services,
  { params, call, ...caller }: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { database, now } = services
  const { project, accessType, actor } = caller
  const connection = await connectionFor(services, caller, params)
  refuseImpersonation(caller)

  await database.transaction().execute(async (transaction) => {
    if (!(await deleteConnection(transaction, connection))) throw notLinked()
    // Servers may remove every sign-in method; clients cannot lock their user out.
    if (accessType === 'client' && connection.allow_sign_in)
      await keepWayIn(transaction, project, connection.user_id)
    if (connection.allow_sign_in)
      await tellSignInChange(services, transaction, {
        project,
        userId: connection.user_id,
        change: 'provider-unlinked',
        call,
      })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'oauth_provider.unlinked',
      subject: { type: 'user', id: connection.user_id },
      details: { provider: connection.provider_id, connectionId: connection.id },
      call,
      at: now(),
    })
  })
  return { success: true }
}
