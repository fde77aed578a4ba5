import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { email, keptText, listOf, success, userIdOrMe, uuid } from './fields.ts'

/** An account at a provider that a user has linked. */
export const oauthProvider = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  /** The id of the provider. */
  type: z.string(),
  email: z.string().optional(),
  /** The account signs the user in. */
  allow_sign_in: z.boolean(),
  /** Tokens of the provider are given out for it. */
  allow_connected_accounts: z.boolean(),
})

export const serverOauthProvider = oauthProvider.extend({
  /** What the provider calls the account, never an address. */
  account_id: z.string(),
})

/** The id that a provider gives an account. */
const accountId = keptText.min(1).max(1024)

const oneOfUser = z.object({ user: userIdOrMe, id: uuid })

const switches = z.object({
  allow_sign_in: z.boolean().optional(),
  allow_connected_accounts: z.boolean().optional(),
})

export const listOauthProviders = accountEndpoint({
  method: 'GET',
  path: '/oauth-providers',
  access: 'client',
  summary: 'List linked accounts at providers, the oldest first. A client sees only those of its own user.',
  query: z.object({ user_id: userIdOrMe.optional() }),
  response: listOf(oauthProvider),
  forServer: { response: listOf(serverOauthProvider) },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  textErrors: [403],
})

export const createOauthProvider = accountEndpoint({
  method: 'POST',
  path: '/oauth-providers',
  access: 'server',
  summary: 'Link an account at a provider to a user.',
  body: z.object({
    user_id: userIdOrMe,
    provider_config_id: z.string().max(255),
    account_id: accountId,
    email: email.optional(),
    allow_sign_in: z.boolean(),
    allow_connected_accounts: z.boolean(),
  }),
  response: serverOauthProvider,
  status: 201,
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  textErrors: [400, 404],
})

export const getOauthProvider = accountEndpoint({
  method: 'GET',
  path: '/oauth-providers/{user}/{id}',
  access: 'client',
  summary: 'Get one linked account of a user.',
  params: oneOfUser,
  response: oauthProvider,
  forServer: { response: serverOauthProvider },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  textErrors: [403, 404],
})

export const updateOauthProvider = accountEndpoint({
  method: 'PATCH',
  path: '/oauth-providers/{user}/{id}',
  access: 'client',
  summary:
    'Change what a linked account may be used for. A client cannot turn off the last way in of its user.',
  params: oneOfUser,
  body: switches,
  response: oauthProvider,
  forServer: {
    body: switches.extend({ account_id: accountId.optional(), email: email.optional() }),
    response: serverOauthProvider,
  },
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  textErrors: [400, 403, 404],
})

export const deleteOauthProvider = accountEndpoint({
  method: 'DELETE',
  path: '/oauth-providers/{user}/{id}',
  access: 'client',
  summary:
    'Unlink an account, with the tokens of its provider. A client cannot remove the last way in of its user.',
  params: oneOfUser,
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  textErrors: [400, 403, 404],
})

export const oauthProviderEndpoints = [
  listOauthProviders,
  createOauthProvider,
  getOauthProvider,
  updateOauthProvider,
  deleteOauthProvider,
] as const
