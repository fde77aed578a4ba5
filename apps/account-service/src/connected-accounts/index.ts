import { connectedAccounts } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { getProviderToken } from './get-provider-token.ts'

export function serveConnectedAccounts(serve: Serve, services: Services): void {
  serve(connectedAccounts.getProviderToken, (request) => getProviderToken(services, request))
}
