import { KnownError } from '@parley/contract'
import type { oauthProviders } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { listConnections } from '../oauth-connections/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { connectionShape } from './connection-shape.ts'

type List = typeof oauthProviders.listOauthProviders

export async function listOauthProviders(
  { database, findUser }: Pick<Services, 'database' | 'findUser'>,
  { project, accessType, user, query }: ServedRequest<List>,
): Promise<{ items: ReturnType<typeof connectionShape>[]; is_paginated: false }> {
  const { user_id: userId } = query
  requireSelf({ accessType, user }, userId, {
    nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    somebodyElse: 'You can list only your own linked accounts.',
  })
  if (userId !== undefined && !(await findUser(project.id, userId))) throw new KnownError('USER_NOT_FOUND')

  const connections = await listConnections(database, project.id, { userId })
  return { items: connections.map(connectionShape), is_paginated: false }
}
