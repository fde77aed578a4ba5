import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { email, listResponse, storableString, success, userIdOrMe, uuid } from '../fields.ts'

/** A provider account linked to a user. */
export const oauthProvider = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  /** The id of the provider. */
  type: z.string(),
  email: z.string().optional(),
  /** The user can sign in with the account. */
  allow_sign_in: z.boolean(),
  /** Provider tokens of the account can be requested. */
  allow_connected_accounts: z.boolean(),
})

export const serverOauthProvider = oauthProvider.extend({
  /** The account id at the provider, never an e-mail address. */
  account_id: z.string(),
})

/** The account id at the provider. */
const accountId = storableString.min(1).max(1024)

const linkedAccountParams = z.object({ user: userIdOrMe, id: uuid })

const usageFlags = z.object({
  allow_sign_in: z.boolean().optional(),
  allow_connected_accounts: z.boolean().optional(),
})

export const listOauthProviders = defineAccountEndpoint({
  method: 'GET',
  path: '/oauth-providers',
  access: 'client',
  summary: 'List linked provider accounts, oldest first. A client can only see those of the signed-in user.',
  query: z.object({ user_id: userIdOrMe.optional() }),
  response: listResponse(oauthProvider),
  serverSchema: { response: listResponse(serverOauthProvider) },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  plainTextErrors: [403],
})

export const createOauthProvider = defineAccountEndpoint({
  method: 'POST',
  path: '/oauth-providers',
  access: 'server',
  summary: 'Link a provider account to a user.',
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
  plainTextErrors: [400, 404],
})

export const getOauthProvider = defineAccountEndpoint({
  method: 'GET',
  path: '/oauth-providers/{user}/{id}',
  access: 'client',
  summary: 'Get a linked provider account of a user.',
  params: linkedAccountParams,
  response: oauthProvider,
  serverSchema: { response: serverOauthProvider },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  plainTextErrors: [403, 404],
})

export const updateOauthProvider = defineAccountEndpoint({
  method: 'PATCH',
  path: '/oauth-providers/{user}/{id}',
  access: 'client',
  summary:
    'Change how a linked provider account may be used. A client cannot disable the last sign-in method of the user.',
  params: linkedAccountParams,
  body: usageFlags,
  response: oauthProvider,
  serverSchema: {
    body: usageFlags.extend({ account_id: accountId.optional(), email: email.optional() }),
    response: serverOauthProvider,
  },
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  plainTextErrors: [400, 403, 404],
})

export const deleteOauthProvider = defineAccountEndpoint({
  method: 'DELETE',
  path: '/oauth-providers/{user}/{id}',
  access: 'client',
  summary:
    'Unlink a provider account and delete its tokens. A client cannot remove the last sign-in method of the user.',
  params: linkedAccountParams,
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  plainTextErrors: [400, 403, 404],
})
