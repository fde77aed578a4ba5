import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, userIdOrMe } from '../fields.ts'

export const getProviderToken = defineAccountEndpoint({
  method: 'POST',
  path: '/connected-accounts/{user}/{provider}/access-token',
  access: 'client',
  summary:
    'Get a provider access token for a linked account. A client can only get the token of the signed-in user.',
  params: z.object({ user: userIdOrMe, provider: z.string().max(255).toLowerCase() }),
  body: z.object({
    /** Scopes that the token must have, separated by spaces. */
    scope: boundedString.optional(),
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
  plainTextErrors: [403, 503],
})
