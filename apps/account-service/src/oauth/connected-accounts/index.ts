import { connectedAccounts } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { getProviderToken } from './get-provider-token.ts'

export function serveConnectedAccounts(serve: AccountRouter, services: Services): void {
  serve(connectedAccounts.getProviderToken, (request) => getProviderToken(services, request))
}
