import { ApiError, NetworkError, type Result, TooManyRequestsError } from '@parley/client'
import type { EndpointError } from '../../requests/account-client.ts'
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
