import { oauth } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { exchangeToken } from './exchange-token.ts'
import { getKeySet } from './get-key-set.ts'

export function serveOauth(serve: Serve, services: Services): void {
  serve(oauth.exchangeToken, (request) => exchangeToken(services, request))
  serve(oauth.getKeySet, (request) => getKeySet(services, request))
}
