import type { ResponseOf } from '@parley/contract'
import type { oauth } from '@parley/contract/account'
import { Reply } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { refreshSession } from '../sessions/index.ts'
import { clientOf } from './client-of.ts'
import { exchangeCode } from './exchange-code.ts'

type Exchange = typeof oauth.exchangeToken

export async function exchangeToken(
  services: Services,
  { body, call }: ServedRequest<Exchange>,
): Promise<Reply<ResponseOf<Exchange>>> {
  const project = await clientOf(services, body, call)
  if (body.grant_type === 'authorization_code') {
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = body
    if (!code) return missing('code')
    if (!redirectUri) return missing('redirect_uri')
    if (!codeVerifier) return missing('code_verifier')
    const signedIn = await exchangeCode(services, { project, code, redirectUri, codeVerifier, call })
    return new Reply({ headers: { pragma: 'no-cache' }, body: answerOfCode(signedIn) })
  }
  if (!body.refresh_token) return missing('refresh_token')

  const { token, expiresInSeconds } = await refreshSession(services, {
    project,
    refreshToken: body.refresh_token,
    call,
  })
  return new Reply({
    headers: { pragma: 'no-cache' },
    body: { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope: 'legacy' },
  })
}

/** Both spellings, because clients read one or the other. */
function answerOfCode(signedIn: Awaited<ReturnType<typeof exchangeCode>>): ResponseOf<Exchange> {
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
function missing(field: string): Reply<ResponseOf<Exchange>> {
  const error = { error: 'invalid_request', error_description: `The field ${field} is missing.` }
  return new Reply({ status: 400, headers: { pragma: 'no-cache' }, body: error as never })
}
