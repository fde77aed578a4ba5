import { KnownError, type ResponseOf } from '@parley/contract'
import type { connectedAccounts } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { listConnections } from '../connections/index.ts'

type List = typeof connectedAccounts.listConnectedAccounts

export async function listConnectedAccounts(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, params }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  requireOwnUser({ accessType, user }, params.user, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'You can list only your own connected accounts.',
  })
  if (!(await findUser(database, project.id, params.user))) throw new KnownError('USER_NOT_FOUND')

  const connections = await listConnections(database, project.id, { userId: params.user })
  const items = connections
    .filter(({ allowConnectedAccounts }) => allowConnectedAccounts)
    .map(({ userId, providerId, accountId }) => ({
      user_id: userId,
      provider: providerId,
      provider_account_id: accountId,
    }))
  return { items, is_paginated: false }
}
