import { ApiError, NetworkError, type Result, TooManyRequestsError } from '@parley/client'
import type { EndpointError } from '../requests/account-client.ts'
import { refreshTokenErrors } from '../session/refresh.ts'
import type { AppCore } from './core.ts'
import { storeNonce } from './sign-in-nonce.ts'

/** Session storage key of the attempt code for the second-factor page. */
const attemptCodeKey = 'stack_mfa_attempt_code'

export interface SignInOptions {
  /** Do not redirect afterwards. */
  readonly noRedirect?: boolean
}

export interface Credential {
  readonly email: string
  readonly password: string
}

export async function signInWithCredential(
  core: AppCore,
  { email, password, noRedirect }: Credential & SignInOptions,
): Promise<Result<null, EndpointError<'POST /auth/password/sign-in'>>> {
  const result = await core.request('POST /auth/password/sign-in', { body: { email, password } })
  if (result.status === 'error') return await handleSignInError(core, result)

  startSession(core, result.data)
  if (!noRedirect) await core.redirects.afterSignIn()
  return { status: 'ok', data: null }
}

export async function signUpWithCredential(
  core: AppCore,
  { email, password, noRedirect, verificationCallbackUrl }: Credential & SignInOptions & VerificationCallback,
): Promise<Result<null, EndpointError<'POST /auth/password/sign-up'>>> {
  const result = await core.request('POST /auth/password/sign-up', {
    body: {
      email,
      password,
      verification_callback_url: verificationCallbackUrl ?? core.redirects.callbackUrl('emailVerification'),
    },
  })
  if (result.status === 'error') return await handleSignInError(core, result)

  startSession(core, result.data)
  if (!noRedirect) await core.redirects.afterSignUp()
  return { status: 'ok', data: null }
}

export interface VerificationCallback {
  /** The URL that the verification e-mail links to. Defaults to the handler's page. */
  readonly verificationCallbackUrl?: string
}

export async function sendMagicLinkEmail(
  core: AppCore,
  email: string,
  { callbackUrl = core.redirects.callbackUrl('magicLinkCallback') }: { readonly callbackUrl?: string },
): Promise<Result<{ readonly nonce: string }, EndpointError<'POST /auth/otp/send-sign-in-code'>>> {
  const result = await core.request('POST /auth/otp/send-sign-in-code', {
    body: { email, callback_url: callbackUrl },
  })
  if (result.status === 'ok') storeNonce(core.projectId, result.data.nonce)
  return result
}

export async function signInWithMagicLink(
  core: AppCore,
  code: string,
  { noRedirect }: SignInOptions,
): Promise<Result<{ readonly isNewUser: boolean }, EndpointError<'POST /auth/otp/sign-in'>>> {
  const result = await core.request('POST /auth/otp/sign-in', { body: { code } })
  if (result.status === 'error') return await handleSignInError(core, result)

  startSession(core, result.data)
  const isNewUser = result.data.is_new_user
  if (!noRedirect) await (isNewUser ? core.redirects.afterSignUp() : core.redirects.afterSignIn())
  return { status: 'ok', data: { isNewUser } }
}

export interface SignOutOptions extends SignInOptions {
  /** The redirect target. Defaults to the return target in the URL, then to the configured page after sign-out. */
  readonly redirectUrl?: string
}

/** Removes the local session even if the request fails, because the user may be about to leave this device. */
export async function signOut(core: AppCore, { redirectUrl, noRedirect }: SignOutOptions): Promise<void> {
  try {
    await core.request('DELETE /auth/sessions/current', {})
  } catch (error) {
    const hasEnded = error instanceof ApiError && refreshTokenErrors.has(error.code)
    const isUnreachable = error instanceof NetworkError || error instanceof TooManyRequestsError
    if (!hasEnded && !isUnreachable) throw error
  } finally {
    core.session.end()
  }
  if (noRedirect) return
  await (redirectUrl === undefined ? core.redirects.afterSignOut() : core.redirects.redirectTo(redirectUrl))
}

function startSession({ session }: AppCore, data: { access_token: string; refresh_token: string }): void {
  session.start({ accessToken: data.access_token, refreshToken: data.refresh_token })
}

/** Returns the failed result. If a second factor is required, also redirects to the second-factor page. */
async function handleSignInError<R extends { status: 'error'; error: ApiError }>(
  core: AppCore,
  result: R,
): Promise<R> {
  const { code, details } = result.error
  if (code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') {
    sessionStorage.setItem(attemptCodeKey, (details as { attempt_code: string }).attempt_code)
    await core.redirects.redirectTo(core.urls.mfa)
  }
  return result
}
