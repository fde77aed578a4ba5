import { KnownError } from '@parley/contract'
import type { oauth } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import { Reply, TextError } from '@parley/server/http'
import { generateRandomCodeVerifier, generateRandomNonce } from 'oauth4webapi'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isValidKey, refusalOfKey } from '../internal-keys/index.ts'
import { type Project, requireTrustedUrl } from '../projects/index.ts'
import {
  authorizationUrl,
  findProvider,
  type OpenProvider,
  type Provider,
  ProviderFailure,
  scopesToAsk,
} from '../providers/index.ts'
import type { Services } from '../services.ts'
import { findProjectOfClient } from './client-of.ts'
import { journeyCookie, journeyLifeMs } from './journey-cookie.ts'
import { insertJourney } from './journeys.ts'
import { linkingUser } from './linking-user.ts'

type Authorize = typeof oauth.authorize
type Query = ServedRequest<Authorize>['query']

export async function authorize(
  services: Services,
  { params, query, call }: ServedRequest<Authorize>,
): Promise<Reply<Record<string, never>>> {
  const { database, options, now } = services
  const project = await clientOfQuery(services, query)
  const provider = findProvider(services, project, params.provider)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  const linking = query.type === 'link' ? await linkingUser(services, project, query.token ?? '') : null
  const further = furtherScopes(provider, query)
  requireTrustedUrl(project, query.redirect_uri)

  const opened = await openOrExplain(services, provider)
  const scopes = scopesToAsk(opened, further)
  const binding = {
    state: randomToken(45),
    verifier: generateRandomCodeVerifier(),
    nonce: generateRandomNonce(),
  }
  await insertJourney(services, binding.state, {
    projectId: project.id,
    providerId: provider.id,
    linkingUserId: linking?.userId ?? null,
    linkingSessionId: linking?.sessionId ?? null,
    verifier: binding.verifier,
    nonce: binding.nonce,
    scopes,
    redirectUri: withoutHash(query.redirect_uri),
    outerState: query.state,
    codeChallenge: query.code_challenge,
    errorRedirectUrl: query.error_redirect_url ?? query.error_redirect_uri ?? null,
    afterCallbackRedirectUrl: query.after_callback_redirect_url ?? null,
    expiresAt: new Date(now().getTime() + journeyLifeMs),
  })
  if (linking)
    await recordAudit(database, {
      projectId: project.id,
      actor: { type: 'user', id: linking.userId },
      action: 'oauth_provider.link_started',
      details: { provider: provider.id },
      call,
      at: now(),
    })
  const location = await authorizationUrl(opened, binding, scopes)
  return new Reply({
    status: 307,
    headers: { location: location.href, 'set-cookie': journeyCookie(options, opened, binding.state) },
    body: {},
  })
}

/** @throws {KnownError} INVALID_OAUTH_CLIENT_ID_OR_SECRET, INVALID_PUBLISHABLE_CLIENT_KEY */
async function clientOfQuery(
  { database, now }: Services,
  { client_id, client_secret }: Query,
): Promise<Project> {
  const project = await findProjectOfClient(database, client_id)
  if (!project) throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id })
  if (!(await isValidKey(database, project.id, 'client', client_secret, now())))
    throw await refusalOfKey(
      database,
      { projectId: project.id, accessType: 'client', text: client_secret },
      new KnownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id }),
    )
  return project
}

/** Shared credentials get only the scopes needed to sign in, because their tokens cannot be passed on. */
function furtherScopes({ isShared }: Provider, { type, provider_scope }: Query): string[] {
  const scopes = (provider_scope ?? '').split(/\s+/).filter((scope) => scope !== '')
  if (!isShared) return scopes
  if (type === 'link' && scopes.length > 0)
    throw new KnownError('OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')
  return []
}

async function openOrExplain({ openProvider, log }: Services, provider: Provider): Promise<OpenProvider> {
  try {
    return await openProvider(provider)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('provider.unusable', { provider: provider.id, failure: String(error.cause ?? error.message) })
    throw new TextError(400, `${error.message} Try another sign-in method.`)
  }
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '')
}
