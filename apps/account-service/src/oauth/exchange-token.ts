import { KnownError, type ResponseOf } from '@parley/contract'
import type { oauth } from '@parley/contract/account'
import { Reply } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { refreshSession } from '../sessions/index.ts'
import { clientOf } from './client-of.ts'

type Exchange = typeof oauth.exchangeToken

export async function exchangeToken(
  services: Services,
  { body, call }: ServedRequest<Exchange>,
): Promise<Reply<ResponseOf<Exchange>>> {
  const project = await clientOf(services, body, call)
  // No way in hands out authorization codes, so that any code is one that nobody was given.
  if (body.grant_type === 'authorization_code') {
    if (!body.code) return missing('code')
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
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

/** A plain OAuth error (RFC 6749, 5.2): missing fields have no code of ours. */
function missing(field: string): Reply<ResponseOf<Exchange>> {
  const error = { error: 'invalid_request', error_description: `The field ${field} is missing.` }
  return new Reply({ status: 400, headers: { pragma: 'no-cache' }, body: error as never })
}
