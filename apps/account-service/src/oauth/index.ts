import { oauth } from '@parley/contract/account'
import type { AccountRouter } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { authorize } from './authorize.ts'
import { handleCallback } from './callback.ts'
import { getSigningKeys } from './get-signing-keys.ts'
import { exchangeToken } from './token.ts'

export { deleteAuthorizationCodesExpiredBefore } from './authorization-codes.ts'
export { deleteAuthorizationRequestsExpiredBefore } from './authorization-requests.ts'

export function serveOauth(serve: AccountRouter, services: Services): void {
  serve(oauth.authorize, (request) => authorize(services, request))
  serve(oauth.handleCallback, ({ params, query, info }) =>
    handleCallback(services, { providerId: params.provider, sent: query, info }),
  )
  serve(oauth.handleFormCallback, ({ params, body, info }) =>
    handleCallback(services, { providerId: params.provider, sent: body, info }),
  )
  serve(oauth.exchangeToken, (request) => exchangeToken(services, request))
  serve(oauth.getSigningKeys, (request) => getSigningKeys(services, request))
}
