import { type ApiKeyScope, PhoneError } from '@parley/contract/phone'
import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../../services.ts'
import { type AuthenticationService, type Client, findReader, type Reader } from '../authenticate.ts'
import { runOrUnreachable } from '../run-or-unreachable.ts'
import { authenticateKey, readApiKey } from './authenticate-key.ts'
import { isKeyClient } from './key-client.ts'

/**
 * Checks again that a client has access, and returns the rights that it has now.
 *
 * @throws {PhoneError} `USER_AUTHENTICATION_REQUIRED`, `API_KEY_INVALID`, `API_KEY_SCOPE_REQUIRED`, `ACCOUNTS_UNREACHABLE`
 */
export async function requireCurrentAccess(
  services: Services & AuthenticationService,
  client: Client,
  { info, scope }: { readonly info: RequestInfo; readonly scope: ApiKeyScope },
): Promise<Reader> {
  const { authentication } = services
  if (isKeyClient(client)) {
    const key = await authenticateKey({ ...services, ...authentication }, readApiKey(info) ?? '', info)
    if (!key.scopes.has(scope)) throw new PhoneError('API_KEY_SCOPE_REQUIRED', { scope })
    return key
  }
  const reader = await runOrUnreachable(() => findReader(authentication, client))
  if (!reader) throw new PhoneError('USER_AUTHENTICATION_REQUIRED')
  return reader
}
