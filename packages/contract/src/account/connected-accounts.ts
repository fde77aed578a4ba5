import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { shortText, userIdOrMe } from './fields.ts'

export const getProviderToken = accountEndpoint({
  method: 'POST',
  path: '/connected-accounts/{user}/{provider}/access-token',
  access: 'client',
  summary:
    'Get an access token of a provider for the account that a user has linked. A client gets it for its own user only.',
  params: z.object({ user: userIdOrMe, provider: z.string().max(255).toLowerCase() }),
  body: z.object({
    /** What the token must allow, separated by spaces. */
    scope: shortText.optional(),
  }),
  response: z.object({ access_token: z.string() }),
  status: 201,
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  ],
  textErrors: [403, 503],
})

export const connectedAccountEndpoints = [getProviderToken] as const
