import { apiKeys } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { requireOneOwner } from './admit-owner.ts'
import { checkApiKey } from './check-api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

export { revokeKeysOfLeaver } from './revoke-keys-of-leaver.ts'

export function serveApiKeys(serve: Serve, services: Services): void {
  serve(apiKeys.createUserApiKey, async ({ body, ...caller }) => {
    requireOneOwner(body)
    return await createApiKey(services, caller, { type: 'user', id: body.user_id }, body)
  })
  serve(apiKeys.listUserApiKeys, async ({ query, ...caller }) => {
    requireOneOwner(query)
    return await listApiKeys(services, caller, { type: 'user', id: query.user_id })
  })
  serve(apiKeys.checkUserApiKey, ({ body, ...caller }) => checkApiKey(services, caller, 'user', body.api_key))
  serve(apiKeys.getUserApiKey, ({ params, query, ...caller }) =>
    getApiKey(services, caller, { type: 'user', id: params.id, ownerId: query.user_id }),
  )
  serve(apiKeys.updateUserApiKey, ({ params, query, body, ...caller }) =>
    updateApiKey(services, caller, { type: 'user', id: params.id, ownerId: query.user_id }, body),
  )

  serve(apiKeys.createTeamApiKey, async ({ body, ...caller }) => {
    requireOneOwner(body)
    return await createApiKey(services, caller, { type: 'team', id: body.team_id }, body)
  })
  serve(apiKeys.listTeamApiKeys, async ({ query, ...caller }) => {
    requireOneOwner(query)
    return await listApiKeys(services, caller, { type: 'team', id: query.team_id })
  })
  serve(apiKeys.checkTeamApiKey, ({ body, ...caller }) => checkApiKey(services, caller, 'team', body.api_key))
  serve(apiKeys.getTeamApiKey, ({ params, query, ...caller }) =>
    getApiKey(services, caller, { type: 'team', id: params.id, ownerId: query.team_id }),
  )
  serve(apiKeys.updateTeamApiKey, ({ params, query, body, ...caller }) =>
    updateApiKey(services, caller, { type: 'team', id: params.id, ownerId: query.team_id }, body),
  )
}
