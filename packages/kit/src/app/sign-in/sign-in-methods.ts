import { ApiError, NetworkError, type Result, TooManyRequestsError } from '@parley/client'
import type { EndpointError } from '../../requests/account-client.ts'
import { parseClaims } from '../../session/access-token.ts'
import { refreshTokenErrors } from '../../session/refresh.ts'
import type { AppCore } from '../core.ts'
import { finishSignIn, type SignInOptions } from './finish-sign-in.ts'
import { handleSignInError } from './second-factor.ts'
import { storeNonce } from './sign-in-nonce.ts'

export interface Credential {
  readonly email: string
  readonly password: string
}

export async function signInWithCredential(
  core: AppCore,
  { email, password, ...options }: Credential & SignInOptions,
): Promise<Result<undefined, EndpointError<'POST /auth/password/sign-in'>>> {
  const result = await core.request('POST /auth/password/sign-in', { body: { email, password } })
  if (result.status === 'error') return await handleSignInError(core, result, options)

  await finishSignIn(core, result.data, { ...options, isNewUser: false })
  return { status: 'ok', data: undefined }
}

/** Creates an account. An anonymous user becomes its user, with the same id. */
export async function signUpWithCredential(
  core: AppCore,
  { email, password, displayName, invitationCode, noRedirect, ...verification }: SignUpInput,
): Promise<Result<undefined, EndpointError<'POST /auth/password/sign-up'>>> {
  const body = {
    email,
    password,
    display_name: displayName,
    invitation_code: invitationCode,
    verification_callback_url: selectCallbackUrl(core, verification),
  }
  const tokens = await core.session.getValidTokens()
  const isAnonymous = parseClaims(tokens?.accessToken ?? '')?.is_anonymous
  const endpoint = isAnonymous ? 'anonymous/upgrade' : 'password/sign-up'
  const result = await core.request(`POST /auth/${endpoint}`, { body })
  if (result.status === 'error') return await handleSignInError(core, result)

  await finishSignIn(core, result.data, { noRedirect, isNewUser: true })
  return { status: 'ok', data: undefined }
}

export interface SignUpInput extends Credential, SignInOptions {
  readonly displayName?: string
  /** The code of the team invitation, which a project for invited people requires. */
  readonly invitationCode?: string
  /** The URL that the verification e-mail links to. Defaults to the handler's page. */
  readonly verificationCallbackUrl?: string
  /** Sends no verification e-mail. */
  readonly noVerificationCallback?: boolean
}

function selectCallbackUrl(
  core: AppCore,
  {
    verificationCallbackUrl,
    noVerificationCallback,
  }: Pick<SignUpInput, 'verificationCallbackUrl' | 'noVerificationCallback'>,
): string | undefined {
  if (noVerificationCallback) return undefined
  return verificationCallbackUrl ?? core.redirects.callbackUrl('emailVerification')
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
  options: SignInOptions,
): Promise<Result<{ readonly isNewUser: boolean }, EndpointError<'POST /auth/otp/sign-in'>>> {
  const result = await core.request('POST /auth/otp/sign-in', { body: { code } })
  if (result.status === 'error') return await handleSignInError(core, result, options)

  const isNewUser = result.data.is_new_user
  await finishSignIn(core, result.data, { ...options, isNewUser })
  return { status: 'ok', data: { isNewUser } }
}

export interface SignOutOptions extends SignInOptions {
  /**
   * The redirect target. Defaults to the return target in the URL, then to the configured page after
   * sign-out.
   */
  readonly redirectUrl?: URL | string
}

/**
 * Removes the local session even if the request fails, because the user may be about to leave this device.
 */
export async function signOut(core: AppCore, { redirectUrl, noRedirect }: SignOutOptions): Promise<void> {
  try {
    await core.request('DELETE /auth/sessions/current', {})
  } catch (error) {
    const hasEnded = error instanceof ApiError && refreshTokenErrors.has(error.code)
    const isUnreachable = error instanceof NetworkError || error instanceof TooManyRequestsError
    if (!hasEnded && !isUnreachable) throw error
  } finally {
    await core.session.end()
  }
  if (noRedirect) return
  await (redirectUrl === undefined
    ? core.redirects.afterSignOut()
    : core.redirects.redirectTo(String(redirectUrl)))
}
