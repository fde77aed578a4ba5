import { oauth } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { authorize } from './authorize.ts'
import { comeBack } from './come-back.ts'
import { exchangeToken } from './exchange-token.ts'
import { getSigningKeys } from './get-signing-keys.ts'

export { deleteAuthorizationCodesExpiredBefore } from './codes.ts'
export { deleteJourneysExpiredBefore } from './journeys.ts'

export function serveOauth(serve: Serve, services: Services): void {
  serve(oauth.authorize, (request) => authorize(services, request))
  serve(oauth.comeBack, ({ params, query, call }) =>
    comeBack(services, { providerId: params.provider, sent: query, call }),
  )
  serve(oauth.comeBackByForm, ({ params, body, call }) =>
    comeBack(services, { providerId: params.provider, sent: body, call }),
  )
  serve(oauth.exchangeToken, (request) => exchangeToken(services, request))
  serve(oauth.getSigningKeys, (request) => getSigningKeys(services, request))
}
