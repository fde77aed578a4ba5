import { unwrap } from '@parley/client'
import { returnToParameter } from '../../redirects/redirects.ts'
import { resolveReturnTarget } from '../../redirects/return-target.ts'
import { parseClaims } from '../../session/access-token.ts'
import { storeOuterState, takeOuterState } from '../../session/outer-state-cookie.ts'
import type { AppCore } from '../core.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { redirectToSecondFactor } from './second-factor.ts'

interface AuthorizationRequest {
  readonly provider: string
  readonly type: 'authenticate' | 'link'
  /** The id of the user who must sign in; by default, any user can. */
  readonly expectedUserId?: string
  /** Scopes that the provider grants in addition to those of the sign-in. */
  readonly scopes: readonly string[]
  /** The page of this application to go to afterwards, if it is not the one after sign-in. */
  readonly returnTo?: string
}

/** Redirects to the page of a provider. The browser returns to the OAuth callback page. */
export async function redirectToProvider(core: AppCore, request: AuthorizationRequest): Promise<void> {
  const { projectId, publishableClientKey, baseUrl } = core.settings
  const state = createRandomText()
  const verifier = createRandomText()
  const path = `/auth/oauth/authorize/${encodeURIComponent(request.provider.toLowerCase())}`
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/api/v1${path}`)
  const tokens = request.type === 'link' ? await core.session.getValidTokens() : null
  const parameters: Record<string, string | undefined> = {
    client_id: projectId,
    client_secret: publishableClientKey ?? publicClientSecret,
    redirect_uri: toRedirectUri(createReturnUrl(core, 'oauthCallback', request)),
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: await createChallenge(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    type: request.type,
    error_redirect_url: createReturnUrl(core, 'error', request).href,
    token: tokens?.accessToken,
    provider_scope: request.scopes.length > 0 ? request.scopes.join(' ') : undefined,
    after_callback_redirect_url: request.returnTo,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)

  // An error that the browser received while it navigates would be shown as text, without a page that
  // explains it.
  if (request.type === 'link') await checkRequest(core, path, url)
  storeOuterState(state, verifier)
  await core.redirects.leaveTo(url.href)
}

/** The parameter of the callback page with the id of the user who must sign in. */
const expectedUserParameter = 'expected_user_id'

/** Returns the URL of a page to which the browser returns, with what the page must know of the request. */
function createReturnUrl(
  { redirects }: AppCore,
  page: 'oauthCallback' | 'error',
  { type, expectedUserId, returnTo }: AuthorizationRequest,
): URL {
  const url = new URL(redirects.callbackUrl(page))
  if (type === 'link') url.searchParams.set('type', type)
  if (expectedUserId !== undefined) url.searchParams.set(expectedUserParameter, expectedUserId)
  const isNewSignIn = type === 'authenticate' && expectedUserId === undefined
  // The second-factor page, which is possibly next, returns there.
  if (returnTo !== undefined && !isNewSignIn) url.searchParams.set(returnToParameter, returnTo)
  return url
}

/**
 * @throws {ApiError} with the reason why the account service rejects the request, such as a sign-in that is
 * not recent.
 */
async function checkRequest(
  { anonymousTransport }: AppCore,
  path: string,
  { searchParams }: URL,
): Promise<void> {
  const query = { ...Object.fromEntries(searchParams), stack_response_mode: 'json' }
  unwrap(await anonymousTransport.send({ method: 'GET', path, query }))
}

/** The client secret of a client without a publishable key. */
const publicClientSecret = '__stack_public_client__'

/**
 * Completes the sign-in or the link of the present callback URL. Returns false if the URL or this browser
 * does not belong to a sign-in, or if the sign-in requires a second factor.
 *
 * @throws {OtherUserError} after a sign-in of another user than the expected one.
 */
export async function callOAuthCallback(core: AppCore): Promise<boolean> {
  const { searchParams } = core.redirects.currentUrl()
  const code = searchParams.get('code')
  const state = searchParams.get('state')
  const verifier = state === null ? null : takeOuterState(state)
  if (code === null || verifier === null) {
    console.warn('The URL contains no authorization response to a request of this browser. It is ignored.')
    return false
  }

  const redirectUri = toRedirectUri(core.redirects.currentUrl())
  globalThis.history?.replaceState(globalThis.history.state, '', redirectUri)
  const expectedUserId = await findExpectedUserId(core, searchParams)
  const response = await core.anonymousTransport.send({
    method: 'POST',
    path: '/auth/oauth/token',
    body: { kind: 'form', fields: createTokenRequest(core, { code, verifier, redirectUri }) },
  })
  if (response.status === 'error' && response.error.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') {
    const { attempt_code } = response.error.details as { attempt_code: string }
    await redirectToSecondFactor(core, attempt_code, expectedUserId)
    return false
  }

  const data = unwrap(response) as CodeResponse
  await finishSignIn(core, data, { noRedirect: true, expectedUserId, isNewUser: false })
  await redirectAfterCallback(core, data)
  return true
}

/**
 * Returns the id of the user whose session the new one replaces: of a link, the user who is signed in. Null
 * when any user can sign in.
 */
async function findExpectedUserId({ session }: AppCore, parameters: URLSearchParams): Promise<string | null> {
  if (parameters.get('type') !== 'link') return parameters.get(expectedUserParameter)
  const present = await session.getValidTokens().catch(() => null)
  const userId = present && parseClaims(present.accessToken)?.sub
  return typeof userId === 'string' ? userId : null
}

interface CodeResponse {
  readonly access_token: string
  readonly refresh_token: string
  readonly is_new_user?: boolean
  readonly after_callback_redirect_url?: string | null
}

function createTokenRequest(
  { settings }: AppCore,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: settings.projectId,
    client_secret: settings.publishableClientKey ?? publicClientSecret,
  }
}

async function redirectAfterCallback({ redirects }: AppCore, data: CodeResponse): Promise<void> {
  if (data.after_callback_redirect_url)
    await redirects.redirectTo(toOwnPath(redirects.currentUrl(), data.after_callback_redirect_url))
  else await (data.is_new_user ? redirects.afterSignUp() : redirects.afterSignIn())
}

/** @throws {UntrustedRedirectError} for a URL of another site. */
function toOwnPath({ origin }: URL, url: string): string {
  return resolveReturnTarget(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url)
}

/**
 * Returns a URL of the callback page as the token endpoint compares it: without the authorization response.
 */
function toRedirectUri(callbackUrl: URL): string {
  const url = new URL(callbackUrl)
  for (const parameter of ['code', 'state']) url.searchParams.delete(parameter)
  url.hash = ''
  return url.href
}

/** Returns 256 random bits in base64url. */
function createRandomText(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

async function createChallenge(verifier: string): Promise<string> {
  if (!globalThis.crypto.subtle)
    throw new Error('Sign-in with a provider requires HTTPS, because browsers only hash on secure pages.')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return encodeBase64Url(new Uint8Array(digest))
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
