import type { oauthProviders } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { Access, ServedRequest } from '../access/index.ts'
import { type Connection, listConnections } from '../oauth-connections/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { connectionShape } from './connection-shape.ts'

type Get = typeof oauthProviders.getOauthProvider

/**
 * Returns a linked account of a user whom the client may access.
 *
 * @throws {KnownError} CANNOT_GET_OWN_USER_WITHOUT_USER
 * @throws {TextError} 403, 404
 */
export async function connectionFor(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Access,
  params: { readonly user: string; readonly id: string },
): Promise<Connection> {
  requireSelf({ accessType, user }, params.user, {
    nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    somebodyElse: 'This account is linked to another user.',
  })
  const [connection] = await listConnections(database, project.id, { userId: params.user, id: params.id })
  if (!connection) throw notLinked()
  return connection
}

export function notLinked(): TextError {
  return new TextError(404, 'Linked account not found.')
}

export async function getOauthProvider(
  services: Pick<Services, 'database'>,
  { params, ...caller }: ServedRequest<Get>,
): Promise<ReturnType<typeof connectionShape>> {
  return connectionShape(await connectionFor(services, caller, params))
}
