import { KnownError, type ResponseOf } from '@parley/contract'
import type { oauth } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import { CustomResponse, PlainTextError } from '@parley/server/http'
import { generateRandomCodeVerifier, generateRandomNonce } from 'oauth4webapi'
import type { AccessTokenService } from '../auth/sessions/tokens/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import { type Project, requireTrustedUrl } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { insertAuthorizationRequest } from './authorization-requests.ts'
import { createClientContext } from './create-client-context.ts'
import { findProjectOfClient, requireClientSecret } from './parse-client-credentials.ts'
import {
  authorizationUrl,
  findProvider,
  type OpenProvider,
  type Provider,
  ProviderError,
  type ProviderService,
  requestedScopes,
} from './providers/index.ts'
import { requireLinkingUser } from './require-linking-user.ts'
import { authorizationRequestLifetimeMs, createStateCookie } from './state-cookie.ts'

type Authorize = typeof oauth.authorize
type Query = EndpointRequest<Authorize>['query']
type Result = CustomResponse<ResponseOf<Authorize>>

export async function authorize(
  services: Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'> &
    AccessTokenService &
    ProviderService,
  request: EndpointRequest<Authorize>,
): Promise<Result> {
  const { params, query, info } = request
  const { options, now } = services
  const project = await authenticateQueryClient(services, query)
  const provider = findProvider(services, project, params.provider)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  const linking =
    query.type === 'link' ? await requireLinkingUser(services, project, query.token ?? '') : null
  const additional = additionalScopes(provider, query)
  requireTrustedUrl(project, query.redirect_uri)

  const opened = await openProviderOrThrow(services, provider)
  if (query.stack_response_mode === 'json' || query.hexclave_response_mode === 'json')
    return respondStartUrl(options, request)
  const scopes = requestedScopes(opened, additional)
  const binding = {
    state: randomToken(45),
    verifier: generateRandomCodeVerifier(),
    nonce: generateRandomNonce(),
  }
  await insertAuthorizationRequest(services, binding.state, {
    projectId: project.id,
    providerId: provider.id,
    linkingUserId: linking?.userId ?? null,
    linkingSessionId: linking?.sessionId ?? null,
    verifier: binding.verifier,
    nonce: binding.nonce,
    scopes,
    redirectUri: stripFragment(query.redirect_uri),
    outerState: query.state,
    codeChallenge: query.code_challenge,
    errorRedirectUrl: query.error_redirect_url ?? query.error_redirect_uri ?? null,
    afterCallbackRedirectUrl: query.after_callback_redirect_url ?? null,
    expiresAt: new Date(now().getTime() + authorizationRequestLifetimeMs),
  })
  if (linking)
    await createClientContext(services, project, info)
      .as({ type: 'user', id: linking.userId })
      .audit('oauth_provider.link_started', null, { provider: provider.id })
  const location = await authorizationUrl(opened, binding, scopes)
  return new CustomResponse({
    status: 307,
    headers: { location: location.href, 'set-cookie': createStateCookie(options, opened, binding.state) },
    body: {},
  })
}

/**
 * Returns the URL of the same request without the response mode. A client that calls with fetch sends no
 * credentials, so the browser would drop the state cookie; it is set when the browser navigates to this URL.
 */
function respondStartUrl(
  { publicUrl }: Services['options'],
  { params, query }: EndpointRequest<Authorize>,
): Result {
  const { stack_response_mode, hexclave_response_mode, ...start } = query
  const url = new URL(`${publicUrl}/api/v1/auth/oauth/authorize/${encodeURIComponent(params.provider)}`)
  for (const [name, value] of Object.entries(start)) url.searchParams.set(name, value)
  return new CustomResponse({ status: 200, body: { location: url.href } })
}

/** @throws {KnownError} INVALID_OAUTH_CLIENT_ID_OR_SECRET, INVALID_PUBLISHABLE_CLIENT_KEY */
async function authenticateQueryClient(
  services: Pick<Services, 'database' | 'now'>,
  { client_id, client_secret }: Query,
): Promise<Project> {
  const project = await findProjectOfClient(services.database, client_id)
  if (!project) throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id })
  const refusal = new KnownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id })
  await requireClientSecret(services, project, client_secret, refusal)
  return project
}

/** Shared credentials get only the scopes needed to sign in, because their tokens cannot be passed on. */
function additionalScopes({ isShared }: Provider, { type, provider_scope }: Query): string[] {
  const scopes = (provider_scope ?? '').split(/\s+/).filter((scope) => scope !== '')
  if (!isShared) return scopes
  if (type === 'link' && scopes.length > 0)
    throw new KnownError('OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')
  return []
}

async function openProviderOrThrow(
  { openProvider, log }: Pick<Services, 'log'> & ProviderService,
  provider: Provider,
): Promise<OpenProvider> {
  try {
    return await openProvider(provider)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn('oauth_provider.discovery_failed', {
      provider: provider.id,
      failure: String(error.cause ?? error.message),
    })
    throw new PlainTextError(400, `${error.message} Try another sign-in method.`)
  }
}

function stripFragment(url: string): string {
  return url.replace(/#.*$/s, '')
}
