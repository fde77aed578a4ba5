import { randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import type { oauthProviders } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { listEnabledProviders } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { findUser } from '../../users/records/index.ts'
import { insertConnection } from '../connections/index.ts'
import { requireNoConflict, toConflictError } from './conflicts.ts'
import { serializeConnection } from './serialize-connection.ts'

type Create = typeof oauthProviders.createOauthProvider

export async function createOauthProvider(
  services: Pick<Services, 'database' | 'jobs' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { project, body, info } = request
  const { database, now } = services
  const { user_id: userId, provider_config_id: providerId } = body
  if (!listEnabledProviders(project).some(({ id }) => id === providerId))
    throw new PlainTextError(404, 'The project does not have this provider.')
  if (!(await findUser(database, project.id, userId))) throw new KnownError('USER_NOT_FOUND')

  const connection = {
    id: randomUUID(),
    projectId: project.id,
    userId,
    providerId,
    accountId: body.account_id,
    email: body.email ?? null,
    allowSignIn: body.allow_sign_in,
    allowConnectedAccounts: body.allow_connected_accounts,
    createdAt: now(),
  }
  try {
    await request.transaction(async (transaction) => {
      await requireNoConflict(transaction, connection)
      await insertConnection(transaction, connection)
      if (connection.allowSignIn)
        await notifySignInChange(services, transaction, { project, userId, change: 'provider-linked', info })
      await transaction.audit(
        'oauth_provider.linked',
        { type: 'user', id: userId },
        { provider: providerId, connectionId: connection.id },
      )
    })
  } catch (error) {
    throw toConflictError(error)
  }
  return serializeConnection(connection)
}
