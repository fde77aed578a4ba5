import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { createOauthProvider } from './create-oauth-provider.ts'
import { deleteOauthProvider } from './delete-oauth-provider.ts'
import { getOauthProvider } from './get-oauth-provider.ts'
import { listOauthProviders } from './list-oauth-providers.ts'
import { updateOauthProvider } from './update-oauth-provider.ts'

export const oauthProviderHandlers = {
  'GET /oauth-providers': listOauthProviders,
  'POST /oauth-providers': createOauthProvider,
  'GET /oauth-providers/{user}/{id}': getOauthProvider,
  'PATCH /oauth-providers/{user}/{id}': updateOauthProvider,
  'DELETE /oauth-providers/{user}/{id}': deleteOauthProvider,
} satisfies Partial<AccountHandlers>
