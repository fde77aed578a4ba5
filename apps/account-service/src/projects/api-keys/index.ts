import { apiKeys } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { requireSingleOwner } from './authorize-key-owner.ts'
import { checkApiKey } from './check-api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

export { revokeMemberKeys } from './revoke-member-keys.ts'

export function serveApiKeys(serve: AccountRouter, services: Services): void {
  serve(apiKeys.createUserApiKey, async ({ body, ...auth }) => {
    requireSingleOwner(body)
    return await createApiKey(services, auth, { type: 'user', id: body.user_id }, body)
  })
  serve(apiKeys.listUserApiKeys, async ({ query, ...auth }) => {
    requireSingleOwner(query)
    return await listApiKeys(services, auth, { type: 'user', id: query.user_id })
  })
  serve(apiKeys.checkUserApiKey, ({ body, ...auth }) => checkApiKey(services, auth, 'user', body.api_key))
  serve(apiKeys.getUserApiKey, ({ params, query, ...auth }) =>
    getApiKey(services, auth, { type: 'user', id: params.id, ownerId: query.user_id }),
  )
  serve(apiKeys.updateUserApiKey, ({ params, query, body, ...auth }) =>
    updateApiKey(services, auth, { type: 'user', id: params.id, ownerId: query.user_id }, body),
  )

  serve(apiKeys.createTeamApiKey, async ({ body, ...auth }) => {
    requireSingleOwner(body)
    return await createApiKey(services, auth, { type: 'team', id: body.team_id }, body)
  })
  serve(apiKeys.listTeamApiKeys, async ({ query, ...auth }) => {
    requireSingleOwner(query)
    return await listApiKeys(services, auth, { type: 'team', id: query.team_id })
  })
  serve(apiKeys.checkTeamApiKey, ({ body, ...auth }) => checkApiKey(services, auth, 'team', body.api_key))
  serve(apiKeys.getTeamApiKey, ({ params, query, ...auth }) =>
    getApiKey(services, auth, { type: 'team', id: params.id, ownerId: query.team_id }),
  )
  serve(apiKeys.updateTeamApiKey, ({ params, query, body, ...auth }) =>
    updateApiKey(services, auth, { type: 'team', id: params.id, ownerId: query.team_id }, body),
  )
}
