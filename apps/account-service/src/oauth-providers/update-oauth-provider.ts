import type { oauthProviders } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import { changeConnection, dropTokens } from '../oauth-connections/index.ts'
import type { Services } from '../services.ts'
import { refuseImpersonation } from '../step-up/index.ts'
import { keepWayIn } from '../ways-in/index.ts'
import { explainConflict, refuseConflicts } from './conflicts.ts'
import { connectionShape } from './connection-shape.ts'
import { connectionFor, notLinked } from './get-oauth-provider.ts'

type Update = typeof oauthProviders.updateOauthProvider

export async function updateOauthProvider(
  services: Services,
  { params, body, call, ...caller }: ServedRequest<Update>,
): Promise<ReturnType<typeof connectionShape>> {
  const { database, now } = services
  const { project, accessType, actor } = caller
  const before = await connectionFor(services, caller, params)
  refuseImpersonation(caller)

  try {
    const after = await database.transaction().execute(async (transaction) => {
      await refuseConflicts(transaction, { ...before, ...body })
      const changed = await changeConnection(transaction, before, body)
      if (!changed) throw notLinked()
      // Tokens of another account, or of a connection that no longer provides tokens, are obsolete.
      if (changed.account_id !== before.account_id || !changed.allow_connected_accounts)
        await dropTokens(transaction, changed.id)
      if (accessType === 'client' && before.allow_sign_in && !changed.allow_sign_in)
        await keepWayIn(transaction, project, changed.user_id)
      if (changed.allow_sign_in !== before.allow_sign_in)
        await tellSignInChange(services, transaction, {
          project,
          userId: changed.user_id,
          change: changed.allow_sign_in ? 'provider-linked' : 'provider-unlinked',
          call,
        })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'oauth_provider.updated',
        subject: { type: 'user', id: changed.user_id },
        details: {
          provider: changed.provider_id,
          connectionId: changed.id,
          changed: Object.keys(body).join(' '),
        },
        call,
        at: now(),
      })
      return changed
    })
    return connectionShape(after)
  } catch (error) {
    throw explainConflict(error)
  }
}
