import { randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import type { oauthProviders } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import { insertConnection } from '../oauth-connections/index.ts'
import { enabledProviders } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { explainConflict, refuseConflicts } from './conflicts.ts'
import { connectionShape } from './connection-shape.ts'

type Create = typeof oauthProviders.createOauthProvider

export async function createOauthProvider(
  services: Services,
  { project, actor, body, call }: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { database, findUser, now } = services
  const { user_id: userId, provider_config_id: providerId } = body
  if (!enabledProviders(project).some(({ id }) => id === providerId))
    throw new TextError(404, 'The project does not have this provider.')
  if (!(await findUser(project.id, userId))) throw new KnownError('USER_NOT_FOUND')

  const connection = {
    id: randomUUID(),
    project_id: project.id,
    user_id: userId,
    provider_id: providerId,
    account_id: body.account_id,
    email: body.email ?? null,
    allow_sign_in: body.allow_sign_in,
    allow_connected_accounts: body.allow_connected_accounts,
    created_at: now(),
  }
  try {
    await database.transaction().execute(async (transaction) => {
      await refuseConflicts(transaction, connection)
      await insertConnection(transaction, connection)
      if (connection.allow_sign_in)
        await tellSignInChange(services, transaction, { project, userId, change: 'provider-linked', call })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'oauth_provider.linked',
        subject: { type: 'user', id: userId },
        details: { provider: providerId, connectionId: connection.id },
        call,
        at: now(),
      })
    })
  } catch (error) {
    throw explainConflict(error)
  }
  return connectionShape(connection)
}
