import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, epochMillis, listResponse, userIdOrMe, uuid } from '../fields.ts'

/** Limited to the range of a JavaScript Date. */
const dateMillis = epochMillis.min(0).max(8_640_000_000_000_000)

const apiKeyFields = z.object({
  id: z.uuid(),
  description: z.string(),
  expires_at_millis: epochMillis.optional(),
  manually_revoked_at_millis: epochMillis.optional(),
  created_at_millis: epochMillis,
  /** True for a key that identifies but does not authorise, and may be published. */
  is_public: z.boolean(),
})

const maskedValue = { value: z.object({ last_four: z.string() }) }
const fullValue = { value: z.string() }

const userApiKeyFields = apiKeyFields.extend({ type: z.literal('user'), user_id: z.uuid() })
const teamApiKeyFields = apiKeyFields.extend({ type: z.literal('team'), team_id: z.uuid() })

export const userApiKey = userApiKeyFields.extend(maskedValue)
export const teamApiKey = teamApiKeyFields.extend(maskedValue)

const createBody = z.object({
  description: boundedString,
  /** Null if the key does not expire. */
  expires_at_millis: dateMillis.nullable(),
  is_public: z.boolean().optional(),
})

const updateBody = z.object({
  description: boundedString.optional(),
  revoked: z.literal(true).optional(),
  /** Sent by some SDK clients and ignored. */
  expiresAt: z.unknown().optional().meta({ deprecated: true }),
  isPublic: z.unknown().optional().meta({ deprecated: true }),
})

const params = z.object({ id: uuid })
const apiKeyErrors = [
  'USER_AUTHENTICATION_REQUIRED',
  'CANNOT_GET_OWN_USER_WITHOUT_USER',
  'API_KEY_NOT_FOUND',
] as const

export const createUserApiKey = defineAccountEndpoint({
  method: 'POST',
  path: '/user-api-keys',
  access: 'client',
  summary: 'Create an API key of a user. Only this response contains the full key.',
  body: createBody.extend({ user_id: userIdOrMe, team_id: uuid.optional() }),
  response: userApiKeyFields.extend(fullValue),
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'EMAIL_NOT_VERIFIED',
    'USER_NOT_FOUND',
    'API_KEY_LIMIT_REACHED',
  ],
  plainTextErrors: [400, 403],
})

export const listUserApiKeys = defineAccountEndpoint({
  method: 'GET',
  path: '/user-api-keys',
  access: 'client',
  summary: 'List the API keys of a user, newest first.',
  query: z.object({ user_id: userIdOrMe, team_id: uuid.optional() }),
  response: listResponse(userApiKey),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
  plainTextErrors: [400, 403],
})

export const getUserApiKey = defineAccountEndpoint({
  method: 'GET',
  path: '/user-api-keys/{id}',
  access: 'client',
  summary: 'Get an API key of a user.',
  params,
  query: z.object({ user_id: userIdOrMe.optional() }),
  response: userApiKey,
  errors: apiKeyErrors,
  plainTextErrors: [400, 403],
})

export const updateUserApiKey = defineAccountEndpoint({
  method: 'PATCH',
  path: '/user-api-keys/{id}',
  access: 'client',
  summary: 'Change the description of an API key of a user, or revoke the key permanently.',
  params,
  query: z.object({ user_id: userIdOrMe.optional() }),
  body: updateBody,
  response: userApiKey,
  errors: apiKeyErrors,
  plainTextErrors: [400, 403],
})

const checkErrors = ['API_KEY_NOT_FOUND', 'WRONG_API_KEY_TYPE', 'API_KEY_REVOKED', 'API_KEY_EXPIRED'] as const

export const checkUserApiKey = defineAccountEndpoint({
  method: 'POST',
  path: '/user-api-keys/check',
  access: 'server',
  summary: 'Get the user API key with this value, if it is valid.',
  body: z.object({ api_key: boundedString }),
  response: userApiKey,
  errors: checkErrors,
  plainTextErrors: [400],
})

export const createTeamApiKey = defineAccountEndpoint({
  method: 'POST',
  path: '/team-api-keys',
  access: 'client',
  summary: 'Create an API key of a team. Only this response contains the full key.',
  body: createBody.extend({ team_id: uuid, user_id: userIdOrMe.optional() }),
  response: teamApiKeyFields.extend(fullValue),
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'EMAIL_NOT_VERIFIED',
    'API_KEY_NOT_FOUND',
    'TEAM_NOT_FOUND',
    'API_KEY_LIMIT_REACHED',
  ],
  plainTextErrors: [400],
})

export const listTeamApiKeys = defineAccountEndpoint({
  method: 'GET',
  path: '/team-api-keys',
  access: 'client',
  summary: 'List the API keys of a team, newest first.',
  query: z.object({ team_id: uuid, user_id: userIdOrMe.optional() }),
  response: listResponse(teamApiKey),
  errors: apiKeyErrors,
  plainTextErrors: [400],
})

export const getTeamApiKey = defineAccountEndpoint({
  method: 'GET',
  path: '/team-api-keys/{id}',
  access: 'client',
  summary: 'Get an API key of a team.',
  params,
  query: z.object({ team_id: uuid }),
  response: teamApiKey,
  errors: apiKeyErrors,
  plainTextErrors: [400],
})

export const updateTeamApiKey = defineAccountEndpoint({
  method: 'PATCH',
  path: '/team-api-keys/{id}',
  access: 'client',
  summary: 'Change the description of an API key of a team, or revoke the key permanently.',
  params,
  query: z.object({ team_id: uuid.optional() }),
  body: updateBody,
  response: teamApiKey,
  errors: apiKeyErrors,
  plainTextErrors: [400],
})

export const checkTeamApiKey = defineAccountEndpoint({
  method: 'POST',
  path: '/team-api-keys/check',
  access: 'server',
  summary: 'Get the team API key with this value, if it is valid.',
  body: z.object({ api_key: boundedString }),
  response: teamApiKey,
  errors: checkErrors,
  plainTextErrors: [400],
})
