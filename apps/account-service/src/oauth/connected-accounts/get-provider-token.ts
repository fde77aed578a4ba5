import { KnownError, type ResponseOf } from '@parley/contract'
import type { connectedAccounts } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { Access, EndpointRequest } from '../../platform/request-context/index.ts'
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
type GetOfAccount = typeof connectedAccounts.getProviderTokenOfAccount
type Deps = Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'> & ProviderService

export async function getProviderToken(
  services: Deps,
  request: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const { params, body } = request
  const token = await findProviderToken(services, request, { ...params, scope: body.scope })
  if (token === null) throw new KnownError('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')
  return { access_token: token }
}

export async function getProviderTokenOfAccount(
  services: Deps,
  request: EndpointRequest<GetOfAccount>,
): Promise<ResponseOf<GetOfAccount>> {
  const { params, body } = request
  const token = await findProviderToken(services, request, { ...params, scope: body.scope })
  if (token === null)
    throw new KnownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE', {
      provider: params.provider,
      details: 'No token with the required scopes is stored, and the provider grants none.',
    })
  return { access_token: token }
}

interface TokenRequest {
  readonly user: string
  readonly provider: string
  /** The id at the provider; any account by default. */
  readonly account?: string
  readonly scope?: string
}

/** Returns an access token of a provider, or null if none has the required scopes. */
async function findProviderToken(
  services: Deps,
  access: Access,
  { user: userId, provider: providerId, account, scope = '' }: TokenRequest,
): Promise<string | null> {
  const { project, accessType, user } = access
  const { database, options } = services
  requireOwnUser({ accessType, user }, userId, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'This account is linked to another user.',
  })
  const provider = findProvider(services, project, providerId)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  if (provider.isShared && !options.sharedProviderTokens)
    throw new KnownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')

  const linked = await listConnections(database, project.id, { userId, providerId: provider.id })
  const connectionIds = linked
    .filter(({ allowConnectedAccounts }) => allowConnectedAccounts)
    .filter(({ accountId }) => account === undefined || accountId === account)
    .map(({ id }) => id)
  if (connectionIds.length === 0) throw new KnownError('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')

  const scopes = scope.split(/\s+/).filter((name) => name !== '')
  const token = await withProvider(services, provider, (opened) =>
    findAccessToken(services, opened, { connectionIds, scopes }),
  )
  if (token !== null)
    await access.audit(
      'provider_token.given',
      { type: 'user', id: userId },
      { provider: provider.id, scopes: scopes.join(' ') },
    )
  return token
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
