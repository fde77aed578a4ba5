import type { AccessTokenService } from '../auth/sessions/tokens/index.ts'
import type { AccountHandlers } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { authorize } from './authorize.ts'
import { handleCallback } from './callback.ts'
import { getSigningKeys } from './get-signing-keys.ts'
import type { ProviderService } from './providers/index.ts'
import { exchangeToken } from './token.ts'

export { deleteAuthorizationRequestsExpiredBefore } from './authorization-requests.ts'
export { deleteAuthorizationCodesExpiredBefore } from './connections/index.ts'

export const oauthHandlers = {
  'GET /auth/oauth/authorize/{provider}': authorize,
  'GET /auth/oauth/callback/{callback}': (services, { params, query, info }) =>
    handleCallback(services, { callbackId: params.callback, sent: query, info }),
  'POST /auth/oauth/callback/{callback}': (services, { params, body, info }) =>
    handleCallback(services, { callbackId: params.callback, sent: body, info }),
  'POST /auth/oauth/token': exchangeToken,
  'GET /projects/{project}/.well-known/jwks.json': getSigningKeys,
} satisfies Partial<AccountHandlers<Services & AccessTokenService & ProviderService>>
