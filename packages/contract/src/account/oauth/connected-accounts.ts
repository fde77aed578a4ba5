import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, listResponse, userIdOrMe } from '../fields.ts'

const providerParams = { user: userIdOrMe, provider: z.string().max(255).toLowerCase() }

const providerTokenBody = z.object({
  /** Scopes that the token must have, separated by spaces. */
  scope: boundedString.optional(),
})

const providerTokenResponse = z.object({ access_token: z.string() })

const connectionErrors = [
  'CANNOT_GET_OWN_USER_WITHOUT_USER',
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
] as const

export const listConnectedAccounts = defineAccountEndpoint({
  method: 'GET',
  path: '/connected-accounts/{user}',
  access: 'client',
  summary:
    'List the accounts of a user whose provider tokens can be used. A client can only list those of the signed-in user.',
  params: z.object({ user: userIdOrMe }),
  response: listResponse(
    z.object({ user_id: z.uuid(), provider: z.string(), provider_account_id: z.string() }),
  ),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  plainTextErrors: [403],
})

export const getProviderToken = defineAccountEndpoint({
  method: 'POST',
  path: '/connected-accounts/{user}/{provider}/access-token',
  access: 'client',
  summary:
    'Get a provider access token for a linked account. A client can only get the token of the signed-in user.',
  params: z.object(providerParams),
  body: providerTokenBody,
  response: providerTokenResponse,
  status: 201,
  errors: [...connectionErrors, 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'],
  plainTextErrors: [403, 503],
})

export const getProviderTokenOfAccount = defineAccountEndpoint({
  method: 'POST',
  path: '/connected-accounts/{user}/{provider}/{account}/access-token',
  access: 'client',
  summary:
    'Get a provider access token for one of several accounts that are linked at the same provider, by its id at the provider.',
  params: z.object({ ...providerParams, account: boundedString.max(1024) }),
  body: providerTokenBody,
  response: providerTokenResponse,
  status: 201,
  errors: [...connectionErrors, 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE'],
  plainTextErrors: [403, 503],
})
