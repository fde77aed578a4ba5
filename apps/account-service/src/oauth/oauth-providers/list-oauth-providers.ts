import { KnownError } from '@parley/contract'
import type { oauthProviders } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { listConnections } from '../connections/index.ts'
import { serializeConnection } from './serialize-connection.ts'

type List = typeof oauthProviders.listOauthProviders

export async function listOauthProviders(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: EndpointRequest<List>,
): Promise<{ items: ReturnType<typeof serializeConnection>[]; is_paginated: false }> {
  const { user_id: userId } = query
  requireOwnUser({ accessType, user }, userId, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'You can list only your own linked accounts.',
  })
  if (userId !== undefined && !(await findUser(database, project.id, userId)))
    throw new KnownError('USER_NOT_FOUND')

  const connections = await listConnections(database, project.id, { userId })
  return { items: connections.map(serializeConnection), is_paginated: false }
}
