import { KnownError, type ResponseOf } from '@parley/contract'
import type { connectedAccounts } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { listConnections } from '../oauth-connections/index.ts'
import { findProvider, type OpenProvider, type Provider, ProviderFailure } from '../providers/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { findToken } from './find-token.ts'

type Get = typeof connectedAccounts.getProviderToken

export async function getProviderToken(
  services: Services,
  { project, accessType, user, actor, params, body, call }: ServedRequest<Get>,
): Promise<ResponseOf<Get>> {
  const { database, options, now } = services
  requireSelf({ accessType, user }, params.user, {
    nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    somebodyElse: 'This account is linked to another user.',
  })
  const provider = findProvider(services, project, params.provider)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  if (provider.isShared && !options.sharedProviderTokens)
    throw new KnownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')

  const linked = await listConnections(database, project.id, { userId: params.user, providerId: provider.id })
  const connectionIds = linked.filter((one) => one.allow_connected_accounts).map(({ id }) => id)
  if (connectionIds.length === 0) throw new KnownError('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')

  const scopes = (body.scope ?? '').split(/\s+/).filter((scope) => scope !== '')
  const token = await askProvider(services, provider, (opened) =>
    findToken(services, opened, { connectionIds, scopes }),
  )
  if (token === null) throw new KnownError('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')

  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'provider_token.given',
    subject: { type: 'user', id: params.user },
    details: { provider: provider.id, scopes: scopes.join(' ') },
    call,
    at: now(),
  })
  return { access_token: token }
}

/** @throws {PlainTextError} 503 if a provider request fails. */
async function askProvider<T>(
  { openProvider, log }: Services,
  provider: Provider,
  ask: (opened: OpenProvider) => Promise<T>,
): Promise<T> {
  try {
    return await ask(await openProvider(provider))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('provider.failed', { provider: provider.id, reason: error.reason })
    throw new TextError(
      503,
      'The provider is unavailable or returned an unexpected response. Try again later.',
    )
  }
}
