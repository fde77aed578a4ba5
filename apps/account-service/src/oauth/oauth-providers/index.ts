import { oauthProviders } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createOauthProvider } from './create-oauth-provider.ts'
import { deleteOauthProvider } from './delete-oauth-provider.ts'
import { getOauthProvider } from './get-oauth-provider.ts'
import { listOauthProviders } from './list-oauth-providers.ts'
import { updateOauthProvider } from './update-oauth-provider.ts'

export function serveOauthProviders(serve: AccountRouter, services: Services): void {
  serve(oauthProviders.listOauthProviders, (request) => listOauthProviders(services, request))
  serve(oauthProviders.createOauthProvider, (request) => createOauthProvider(services, request))
  serve(oauthProviders.getOauthProvider, (request) => getOauthProvider(services, request))
  serve(oauthProviders.updateOauthProvider, (request) => updateOauthProvider(services, request))
  serve(oauthProviders.deleteOauthProvider, (request) => deleteOauthProvider(services, request))
}
