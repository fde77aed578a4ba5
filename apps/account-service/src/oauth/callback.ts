import { KnownError } from '@parley/contract'
import { CustomResponse, PlainTextError, type RequestInfo, withErrorHeaders } from '@parley/server/http'
import { findSession, lockSignedInUser } from '../auth/sessions/records/index.ts'
import type { RequestContext } from '../platform/request-context/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import { findProject, isTrustedUrl, type Project, requireTrustedUrl } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { type AuthorizationRequest, consumeAuthorizationRequest } from './authorization-requests.ts'
import { type AuthorizationCode, insertAuthorizationCode, storeTokens } from './connections/index.ts'
import { createClientContext } from './create-client-context.ts'
import { findOrCreateUser, isConflict, type ProviderLogin, requireLinkable } from './find-or-create-user.ts'
import { sealPendingLink } from './pending-link.ts'
import {
  findProvider,
  getCallbackId,
  type OpenProvider,
  type Profile,
  ProviderError,
  type ProviderService,
  type ProviderTokens,
  redeemAuthorizationResponse,
} from './providers/index.ts'
import { clearStateCookie, hasStateCookie } from './state-cookie.ts'

type Redirect = CustomResponse<Record<string, never>>

interface CallbackInput {
  /** Last segment of the path, which identifies the provider. */
  readonly callbackId: string
  /** Parameters sent by the provider, in the query or a form. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly info: RequestInfo
}

type Deps = Pick<Services, 'database' | 'jobs' | 'secrets' | 'log' | 'options' | 'now'> & ProviderService

/**
 * Handles the OAuth callback: exchanges the provider’s code and redirects to the application with our
 * authorization code. A response without a redirect deletes the state cookie too, because its request cannot
 * be used again.
 *
 * @throws {PlainTextError} 400 for an unknown state, or if the provider fails.
 */
export async function handleCallback(services: Deps, input: CallbackInput): Promise<Redirect> {
  const { sent, info } = input
  const state = typeof sent.state === 'string' ? sent.state : ''
  try {
    return await handleAuthorizationResponse(services, { ...input, state })
  } catch (error) {
    const isRefusal = error instanceof KnownError || error instanceof PlainTextError
    if (!isRefusal || !hasStateCookie(info, state)) throw error
    throw withErrorHeaders(error, { 'set-cookie': clearStateCookie(services.options, state) })
  }
}

async function handleAuthorizationResponse(
  services: Deps,
  input: CallbackInput & { readonly state: string },
): Promise<Redirect> {
  const { callbackId, info, state } = input
  // The cookie is checked first: knowing the state must not be enough to consume the request of another
  // browser.
  const authorizationRequest = hasStateCookie(info, state)
    ? await consumeAuthorizationRequest(services, state)
    : null
  const project =
    authorizationRequest && (await findProject(services.database, authorizationRequest.projectId))
  if (!authorizationRequest || !project)
    throw new PlainTextError(400, 'Invalid or expired OAuth state. Sign in again.')
  if (getCallbackId(project.id, authorizationRequest.providerId) !== callbackId)
    throw new PlainTextError(400, 'This sign-in was started with another provider. Sign in again.')

  const context = createClientContext(services, project, info)
  const cookie = { 'set-cookie': clearStateCookie(services.options, state) }
  try {
    const location = await continueFlow(services, context, authorizationRequest, input)
    return new CustomResponse({ status: 303, headers: { location, ...cookie }, body: {} })
  } catch (error) {
    if (!(error instanceof KnownError) && !(error instanceof PlainTextError)) throw error
    await recordFailure(context, authorizationRequest, error)
    const location = error instanceof KnownError ? errorRedirect(project, authorizationRequest, error) : null
    // A 307 would repeat the form post of the provider at the application.
    const status = info.method === 'GET' ? 307 : 303
    if (location !== null) return new CustomResponse({ status, headers: { location, ...cookie }, body: {} })
    throw error
  }
}

/** Returns the redirect URL of a successful flow. */
async function continueFlow(
  services: Pick<Services, 'database' | 'jobs' | 'secrets' | 'log' | 'options' | 'now'> & ProviderService,
  context: RequestContext,
  authorizationRequest: AuthorizationRequest,
  { state, sent }: CallbackInput & { readonly state: string },
): Promise<string> {
  const { now } = services
  const { project } = context
  if (authorizationRequest.expiresAt <= now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
  const provider = findProvider(services, project, authorizationRequest.providerId)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  await requireLinkingSession(services, project, authorizationRequest)
  // Re-check: the redirect URI may have become untrusted since the flow started.
  requireTrustedUrl(project, authorizationRequest.redirectUri)

  const { profile, tokens } = await redeemAtProvider(services, () => services.openProvider(provider), {
    parameters: toSearchParams(sent),
    binding: { state, verifier: authorizationRequest.verifier, nonce: authorizationRequest.nonce },
    scopes: authorizationRequest.scopes,
  })
  const code = await completeLogin(services, context, authorizationRequest, { profile, tokens })
  const target = new URL(authorizationRequest.redirectUri)
  target.searchParams.set('code', code)
  target.searchParams.set('state', authorizationRequest.outerState)
  return target.href
}

/** An account is linked only while the session that requested it is active. */
async function requireLinkingSession(
  { database, now }: Pick<Services, 'database' | 'now'>,
  project: Project,
  { linkingUserId, linkingSessionId }: AuthorizationRequest,
): Promise<void> {
  if (linkingUserId === null || linkingSessionId === null) return
  const session = await findSession(database, project.id, linkingSessionId, now())
  if (session?.userId !== linkingUserId)
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
}

async function redeemAtProvider(
  services: Pick<Services, 'log' | 'now'>,
  open: () => Promise<OpenProvider>,
  response: Parameters<typeof redeemAuthorizationResponse>[2],
): Promise<{ profile: Profile; tokens: ProviderTokens }> {
  try {
    return await redeemAuthorizationResponse(services, await open(), response)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.reason === 'denied') throw new KnownError('OAUTH_PROVIDER_ACCESS_DENIED')
    services.log.warn('oauth_provider.request_failed', {
      reason: error.reason,
      failure: describeFailure(error),
    })
    throw new PlainTextError(400, `${error.message} Try again, or use another sign-in method.`)
  }
}

/** Returns the error code only: messages of the provider may contain a code or a token. */
function describeFailure({ message, cause }: ProviderError): string {
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${message} (${code})` : message
}

const maxAttempts = 5

/**
 * Finds or creates the user, stores the tokens of the provider, and creates an authorization code, in one
 * transaction.
 */
async function completeLogin(
  services: Pick<Services, 'jobs' | 'secrets' | 'options' | 'now'>,
  context: RequestContext,
  authorizationRequest: AuthorizationRequest,
  { profile, tokens }: { profile: Profile; tokens: ProviderTokens },
): Promise<string> {
  const { project, info } = context
  const { providerId, linkingUserId, linkingSessionId } = authorizationRequest
  for (let attemptsLeft = maxAttempts - 1; ; attemptsLeft--) {
    try {
      return await context.transaction(async (transaction) => {
        const login = { project, providerId, linkingUserId, profile, info }
        const result = needsConfirmation(project, authorizationRequest)
          ? await prepareLink(services, transaction, login, { ...authorizationRequest, tokens })
          : await completeAccount(services, transaction, { ...login, linkingSessionId }, tokens)
        const code = {
          projectId: project.id,
          providerId,
          redirectUri: authorizationRequest.redirectUri,
          codeChallenge: authorizationRequest.codeChallenge,
          afterCallbackRedirectUrl: authorizationRequest.afterCallbackRedirectUrl,
          ...result,
        }
        return await insertAuthorizationCode(transaction, code, services.now())
      })
    } catch (error) {
      if (attemptsLeft === 0 || !isConflict(error)) throw error
    }
  }
}

interface LinkRequest {
  readonly linkingUserId: string
  readonly linkingSessionId: string
}

/**
 * Returns whether the account is linked only when its code is exchanged: then another person cannot be led to
 * link their account to the user who started the request.
 */
function needsConfirmation<R extends AuthorizationRequest>(
  { settings }: Project,
  request: R,
): request is R & LinkRequest {
  const { linkingUserId, linkingSessionId } = request
  return settings.provider_links_confirmed && linkingUserId !== null && linkingSessionId !== null
}

type CodeOwner = Pick<AuthorizationCode, 'userId' | 'isNewUser' | 'sealedLink'>

async function prepareLink(
  services: Pick<Services, 'secrets'>,
  transaction: ServiceTransaction,
  login: ProviderLogin,
  { linkingUserId, linkingSessionId, tokens }: LinkRequest & { readonly tokens: ProviderTokens },
): Promise<CodeOwner> {
  await requireLinkable(transaction, login, linkingUserId)
  const { profile } = login
  const link = {
    sessionId: linkingSessionId,
    profile,
    tokens: { ...tokens, scopes: [...tokens.scopes] },
  }
  return { userId: linkingUserId, isNewUser: false, sealedLink: sealPendingLink(services, link) }
}

async function completeAccount(
  services: Pick<Services, 'jobs' | 'secrets' | 'options' | 'now'>,
  transaction: ServiceTransaction,
  login: ProviderLogin & Pick<AuthorizationRequest, 'linkingSessionId'>,
  tokens: ProviderTokens,
): Promise<CodeOwner> {
  const { project, linkingUserId, linkingSessionId } = login
  if (linkingUserId !== null && linkingSessionId !== null) {
    // The session may have ended while the provider responded.
    const linking = { project, user: { id: linkingUserId }, session: { id: linkingSessionId } }
    await lockSignedInUser(transaction, linking, services.now())
  }
  const { userId, connectionId, isNewUser } = await findOrCreateUser(services, transaction, login)
  await storeTokens(services, transaction, connectionId, tokens)
  return { userId, isNewUser, sealedLink: null }
}

function toSearchParams(sent: CallbackInput['sent']): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(sent))
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') parameters.append(name, text)
  return parameters
}

async function recordFailure(
  context: RequestContext,
  { providerId, linkingUserId }: AuthorizationRequest,
  error: KnownError | PlainTextError,
): Promise<void> {
  await context.as({ type: linkingUserId === null ? 'client' : 'user', id: linkingUserId }).audit(
    'authentication.failed',
    null,
    {
      provider: providerId,
      reason: error instanceof KnownError ? error.code : String(error.status),
    },
    'failure',
  )
}

/** Returns the error redirect of the application; null without one, or if the project does not trust it. */
function errorRedirect(
  project: Project,
  { errorRedirectUrl }: AuthorizationRequest,
  error: KnownError,
): string | null {
  if (errorRedirectUrl === null || !isTrustedUrl(project, errorRedirectUrl)) return null
  const target = new URL(errorRedirectUrl)
  target.searchParams.set('errorCode', error.code)
  target.searchParams.set('message', error.message)
  target.searchParams.set('details', JSON.stringify(error.details ?? {}))
  return target.href
}
