import { KnownError, type ResponseOf } from '@parley/contract'
import type { connectedAccounts } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listConnections } from '../connections/index.ts'
import {
  findProvider,
  type OpenProvider,
  type Provider,
  ProviderError,
  type ProviderService,
} from '../providers/index.ts'
import { findAccessToken } from './find-access-token.ts'

type Get = typeof connectedAccounts.getProviderToken

export async function getProviderToken(
  services: Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'> & ProviderService,
  request: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const { project, accessType, user, params, body } = request
  const { database, options } = services
  requireOwnUser({ accessType, user }, params.user, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'This account is linked to another user.',
  })
  const provider = findProvider(services, project, params.provider)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  if (provider.isShared && !options.sharedProviderTokens)
    throw new KnownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')

  const linked = await listConnections(database, project.id, { userId: params.user, providerId: provider.id })
  const connectionIds = linked.filter((one) => one.allowConnectedAccounts).map(({ id }) => id)
  if (connectionIds.length === 0) throw new KnownError('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')

  const scopes = (body.scope ?? '').split(/\s+/).filter((scope) => scope !== '')
  const token = await withProvider(services, provider, (opened) =>
    findAccessToken(services, opened, { connectionIds, scopes }),
  )
  if (token === null) throw new KnownError('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')

  await request.audit(
    'provider_token.given',
    { type: 'user', id: params.user },
    { provider: provider.id, scopes: scopes.join(' ') },
  )
  return { access_token: token }
}

/** @throws {PlainTextError} 503 if a provider request fails. */
async function withProvider<T>(
  { openProvider, log }: Pick<Services, 'log'> & ProviderService,
  provider: Provider,
  callProvider: (opened: OpenProvider) => Promise<T>,
): Promise<T> {
  try {
    return await callProvider(await openProvider(provider))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn('oauth_provider.request_failed', { provider: provider.id, reason: error.reason })
    throw new PlainTextError(
      503,
      'The provider is unavailable or returned an unexpected response. Try again later.',
    )
  }
}
