import type { oauthProviders } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { Access, EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { type Connection, listConnections } from '../connections/index.ts'
import { serializeConnection } from './serialize-connection.ts'

type Get = typeof oauthProviders.getOauthProvider

/**
 * Returns a linked account of a user whom the client may access.
 *
 * @throws {KnownError} CANNOT_GET_OWN_USER_WITHOUT_USER
 * @throws {PlainTextError} 403, 404
 */
export async function requireConnection(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Access,
  params: { readonly user: string; readonly id: string },
): Promise<Connection> {
  requireOwnUser({ accessType, user }, params.user, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'This account is linked to another user.',
  })
  const [connection] = await listConnections(database, project.id, { userId: params.user, id: params.id })
  if (!connection) throw connectionNotFound()
  return connection
}

export function connectionNotFound(): PlainTextError {
  return new PlainTextError(404, 'Linked account not found.')
}

export async function getOauthProvider(
  services: Pick<Services, 'database'>,
  { params, ...auth }: EndpointRequest<Get>,
): Promise<ReturnType<typeof serializeConnection>> {
  return serializeConnection(await requireConnection(services, auth, params))
}
