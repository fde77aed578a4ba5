import type { ResponseOf } from '@parley/contract'
import type { oauth } from '@parley/contract/account'
import { CustomResponse } from '@parley/server/http'
import { refreshSession } from '../auth/sessions/index.ts'
import type { AccessTokenService } from '../auth/sessions/tokens/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { createClientContext } from './create-client-context.ts'
import { exchangeCode } from './exchange-code.ts'
import { authenticateClient } from './parse-client-credentials.ts'

type Exchange = typeof oauth.exchangeToken

export async function exchangeToken(
  services: Pick<Services, 'database' | 'jobs' | 'secrets' | 'options' | 'log' | 'now'> & AccessTokenService,
  { body, info }: EndpointRequest<Exchange>,
): Promise<CustomResponse<ResponseOf<Exchange>>> {
  const project = await authenticateClient(services, body, info)
  const context = createClientContext(services, project, info)
  if (body.grant_type === 'authorization_code') {
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = body
    if (!code) return missingParameter('code')
    if (!redirectUri) return missingParameter('redirect_uri')
    if (!codeVerifier) return missingParameter('code_verifier')
    const signedIn = await exchangeCode(services, context, { code, redirectUri, codeVerifier })
    return new CustomResponse({ headers: { pragma: 'no-cache' }, body: toTokenResponse(signedIn) })
  }
  if (!body.refresh_token) return missingParameter('refresh_token')

  const { token, expiresInSeconds } = await refreshSession(services, context, body.refresh_token)
  return new CustomResponse({
    headers: { pragma: 'no-cache' },
    body: { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope: 'legacy' },
  })
}

/** Both spellings, because clients read one or the other. */
function toTokenResponse(signedIn: Awaited<ReturnType<typeof exchangeCode>>): ResponseOf<Exchange> {
  const { access_token, refresh_token, expiresInSeconds, is_new_user, afterCallbackRedirectUrl } = signedIn
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    refresh_token,
    scope: 'legacy',
    is_new_user,
    newUser: is_new_user,
    after_callback_redirect_url: afterCallbackRedirectUrl,
    afterCallbackRedirectUrl,
  }
}

/** An OAuth error (RFC 6749, section 5.2): missing parameters have no error code of the contract. */
function missingParameter(field: string): CustomResponse<ResponseOf<Exchange>> {
  const error = { error: 'invalid_request', error_description: `The field ${field} is missing.` }
  return new CustomResponse({ status: 400, headers: { pragma: 'no-cache' }, body: error as never })
}
