import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { requireSingleOwner } from './authorize-key-owner.ts'
import { checkApiKey } from './check-api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

export const apiKeyHandlers = {
  'POST /user-api-keys': async (services, { body, ...auth }) => {
    requireSingleOwner(body)
    return await createApiKey(services, auth, { type: 'user', id: body.user_id }, body)
  },
  'GET /user-api-keys': async (services, { query, ...auth }) => {
    requireSingleOwner(query)
    return await listApiKeys(services, auth, { type: 'user', id: query.user_id })
  },
  'POST /user-api-keys/check': (services, { body, ...auth }) =>
    checkApiKey(services, auth, 'user', body.api_key),
  'GET /user-api-keys/{id}': (services, { params, query, ...auth }) =>
    getApiKey(services, auth, { type: 'user', id: params.id, ownerId: query.user_id }),
  'PATCH /user-api-keys/{id}': (services, { params, query, body, ...auth }) =>
    updateApiKey(services, auth, { type: 'user', id: params.id, ownerId: query.user_id }, body),
  'POST /team-api-keys': async (services, { body, ...auth }) => {
    requireSingleOwner(body)
    return await createApiKey(services, auth, { type: 'team', id: body.team_id }, body)
  },
  'GET /team-api-keys': async (services, { query, ...auth }) => {
    requireSingleOwner(query)
    return await listApiKeys(services, auth, { type: 'team', id: query.team_id })
  },
  'POST /team-api-keys/check': (services, { body, ...auth }) =>
    checkApiKey(services, auth, 'team', body.api_key),
  'GET /team-api-keys/{id}': (services, { params, query, ...auth }) =>
    getApiKey(services, auth, { type: 'team', id: params.id, ownerId: query.team_id }),
  'PATCH /team-api-keys/{id}': (services, { params, query, body, ...auth }) =>
    updateApiKey(services, auth, { type: 'team', id: params.id, ownerId: query.team_id }, body),
} satisfies Partial<AccountHandlers>
