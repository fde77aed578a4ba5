import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { epochMillis, listOf, shortText, uuid } from './fields.ts'

const keySet = z.object({
  id: z.uuid(),
  description: z.string(),
  created_at_millis: epochMillis,
  expires_at_millis: epochMillis,
})

const shown = z.object({ last_four: z.string() }).optional()

/** A key set. Only the last four characters of each key can be read again. */
export const keySetRead = keySet.extend({
  manually_revoked_at_millis: epochMillis.optional(),
  publishable_client_key: shown,
  secret_server_key: shown,
  super_secret_admin_key: shown,
})

const params = z.object({ id: uuid })

export const createKeySet = accountEndpoint({
  method: 'POST',
  path: '/internal/api-keys',
  access: 'admin',
  summary: 'Create a key set of the project. Only this response contains the full keys.',
  body: z.object({
    description: shortText,
    expires_at_millis: epochMillis.max(8_640_000_000_000_000).min(0),
    has_publishable_client_key: z.boolean(),
    has_secret_server_key: z.boolean(),
    has_super_secret_admin_key: z.boolean(),
  }),
  response: keySet.extend({
    publishable_client_key: z.string().optional(),
    secret_server_key: z.string().optional(),
    super_secret_admin_key: z.string().optional(),
  }),
  errors: [],
})

export const listKeySets = accountEndpoint({
  method: 'GET',
  path: '/internal/api-keys',
  access: 'admin',
  summary: 'List the key sets of the project, newest first.',
  response: listOf(keySetRead),
  errors: [],
})

export const getKeySet = accountEndpoint({
  method: 'GET',
  path: '/internal/api-keys/{id}',
  access: 'admin',
  summary: 'Get a key set.',
  params,
  response: keySetRead,
  errors: ['API_KEY_NOT_FOUND'],
})

export const updateKeySet = accountEndpoint({
  method: 'PATCH',
  path: '/internal/api-keys/{id}',
  access: 'admin',
  summary: 'Change the description of a key set, or revoke it permanently.',
  params,
  body: z.object({ description: shortText.optional(), revoked: z.literal(true).optional() }),
  response: keySetRead,
  errors: ['API_KEY_NOT_FOUND'],
})

export const internalKeyEndpoints = [createKeySet, listKeySets, getKeySet, updateKeySet] as const
