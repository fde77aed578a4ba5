import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, epochMillis, listResponse, uuid } from '../fields.ts'

const keySetFields = z.object({
  id: z.uuid(),
  description: z.string(),
  created_at_millis: epochMillis,
  expires_at_millis: epochMillis,
})

const maskedKey = z.object({ last_four: z.string() }).optional()

/** A key set. Only the last four characters of each key can be read again. */
export const maskedKeySet = keySetFields.extend({
  manually_revoked_at_millis: epochMillis.optional(),
  publishable_client_key: maskedKey,
  secret_server_key: maskedKey,
  super_secret_admin_key: maskedKey,
})

const params = z.object({ id: uuid })

export const createKeySet = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/api-keys',
  access: 'admin',
  summary: 'Create a key set of the project. Only this response contains the full keys.',
  body: z.object({
    description: boundedString,
    expires_at_millis: epochMillis.max(8_640_000_000_000_000).min(0),
    has_publishable_client_key: z.boolean(),
    has_secret_server_key: z.boolean(),
    has_super_secret_admin_key: z.boolean(),
  }),
  response: keySetFields.extend({
    publishable_client_key: z.string().optional(),
    secret_server_key: z.string().optional(),
    super_secret_admin_key: z.string().optional(),
  }),
  errors: [],
})

export const listKeySets = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/api-keys',
  access: 'admin',
  summary: 'List the key sets of the project, newest first.',
  response: listResponse(maskedKeySet),
  errors: [],
})

export const getKeySet = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/api-keys/{id}',
  access: 'admin',
  summary: 'Get a key set.',
  params,
  response: maskedKeySet,
  errors: ['API_KEY_NOT_FOUND'],
})

export const updateKeySet = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/api-keys/{id}',
  access: 'admin',
  summary: 'Change the description of a key set, or revoke it permanently.',
  params,
  body: z.object({ description: boundedString.optional(), revoked: z.literal(true).optional() }),
  response: maskedKeySet,
  errors: ['API_KEY_NOT_FOUND'],
})
