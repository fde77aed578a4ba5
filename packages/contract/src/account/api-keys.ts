import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { epochMillis, listOf, shortText, userIdOrMe, uuid } from './fields.ts'

/** Limited to the range of a JavaScript Date. */
const momentMillis = epochMillis.min(0).max(8_640_000_000_000_000)

const told = z.object({
  id: z.uuid(),
  description: z.string(),
  expires_at_millis: epochMillis.optional(),
  manually_revoked_at_millis: epochMillis.optional(),
  created_at_millis: epochMillis,
  /** True for a key that identifies but does not authorise, and may be published. */
  is_public: z.boolean(),
})

const onlyItsEnd = { value: z.object({ last_four: z.string() }) }
const wholeText = { value: z.string() }

const ofUser = told.extend({ type: z.literal('user'), user_id: z.uuid() })
const ofTeam = told.extend({ type: z.literal('team'), team_id: z.uuid() })

export const userApiKey = ofUser.extend(onlyItsEnd)
export const teamApiKey = ofTeam.extend(onlyItsEnd)

const order = z.object({
  description: shortText,
  /** Null if the key does not expire. */
  expires_at_millis: momentMillis.nullable(),
  is_public: z.boolean().optional(),
})

const changes = z.object({
  description: shortText.optional(),
  revoked: z.literal(true).optional(),
  /** Sent by some SDK clients and ignored. */
  expiresAt: z.unknown().optional().meta({ deprecated: true }),
  isPublic: z.unknown().optional().meta({ deprecated: true }),
})

const params = z.object({ id: uuid })
const errorsOfOne = [
  'USER_AUTHENTICATION_REQUIRED',
  'CANNOT_GET_OWN_USER_WITHOUT_USER',
  'API_KEY_NOT_FOUND',
] as const

export const createUserApiKey = accountEndpoint({
  method: 'POST',
  path: '/user-api-keys',
  access: 'client',
  summary: 'Create an API key of a user. Only this response contains the full key.',
  body: order.extend({ user_id: userIdOrMe, team_id: uuid.optional() }),
  response: ofUser.extend(wholeText),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  textErrors: [400, 403],
})

export const listUserApiKeys = accountEndpoint({
  method: 'GET',
  path: '/user-api-keys',
  access: 'client',
  summary: 'List the API keys of a user, newest first.',
  query: z.object({ user_id: userIdOrMe, team_id: uuid.optional() }),
  response: listOf(userApiKey),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
  textErrors: [400, 403],
})

export const getUserApiKey = accountEndpoint({
  method: 'GET',
  path: '/user-api-keys/{id}',
  access: 'client',
  summary: 'Get an API key of a user.',
  params,
  query: z.object({ user_id: userIdOrMe.optional() }),
  response: userApiKey,
  errors: errorsOfOne,
  textErrors: [400, 403],
})

export const updateUserApiKey = accountEndpoint({
  method: 'PATCH',
  path: '/user-api-keys/{id}',
  access: 'client',
  summary: 'Change the description of an API key of a user, or revoke the key permanently.',
  params,
  query: z.object({ user_id: userIdOrMe.optional() }),
  body: changes,
  response: userApiKey,
  errors: errorsOfOne,
  textErrors: [400, 403],
})

const checkErrors = ['API_KEY_NOT_FOUND', 'WRONG_API_KEY_TYPE', 'API_KEY_REVOKED', 'API_KEY_EXPIRED'] as const

export const checkUserApiKey = accountEndpoint({
  method: 'POST',
  path: '/user-api-keys/check',
  access: 'server',
  summary: 'Get the user API key with this value, if it is valid.',
  body: z.object({ api_key: shortText }),
  response: userApiKey,
  errors: checkErrors,
  textErrors: [400],
})

export const createTeamApiKey = accountEndpoint({
  method: 'POST',
  path: '/team-api-keys',
  access: 'client',
  summary: 'Create an API key of a team. Only this response contains the full key.',
  body: order.extend({ team_id: uuid, user_id: userIdOrMe.optional() }),
  response: ofTeam.extend(wholeText),
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'API_KEY_NOT_FOUND',
    'TEAM_NOT_FOUND',
  ],
  textErrors: [400],
})

export const listTeamApiKeys = accountEndpoint({
  method: 'GET',
  path: '/team-api-keys',
  access: 'client',
  summary: 'List the API keys of a team, newest first.',
  query: z.object({ team_id: uuid, user_id: userIdOrMe.optional() }),
  response: listOf(teamApiKey),
  errors: errorsOfOne,
  textErrors: [400],
})

export const getTeamApiKey = accountEndpoint({
  method: 'GET',
  path: '/team-api-keys/{id}',
  access: 'client',
  summary: 'Get an API key of a team.',
  params,
  query: z.object({ team_id: uuid }),
  response: teamApiKey,
  errors: errorsOfOne,
  textErrors: [400],
})

export const updateTeamApiKey = accountEndpoint({
  method: 'PATCH',
  path: '/team-api-keys/{id}',
  access: 'client',
  summary: 'Change the description of an API key of a team, or revoke the key permanently.',
  params,
  query: z.object({ team_id: uuid.optional() }),
  body: changes,
  response: teamApiKey,
  errors: errorsOfOne,
  textErrors: [400],
})

export const checkTeamApiKey = accountEndpoint({
  method: 'POST',
  path: '/team-api-keys/check',
  access: 'server',
  summary: 'Get the team API key with this value, if it is valid.',
  body: z.object({ api_key: shortText }),
  response: teamApiKey,
  errors: checkErrors,
  textErrors: [400],
})

export const apiKeyEndpoints = [
  createUserApiKey,
  listUserApiKeys,
  checkUserApiKey,
  getUserApiKey,
  updateUserApiKey,
  createTeamApiKey,
  listTeamApiKeys,
  checkTeamApiKey,
  getTeamApiKey,
  updateTeamApiKey,
] as const
