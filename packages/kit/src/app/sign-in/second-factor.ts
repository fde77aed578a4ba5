import type { ApiError, Result } from '@parley/client'
import type { EndpointError } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import { finishSignIn, type SignInOptions } from './finish-sign-in.ts'

/** Session storage key of the attempt code for the second-factor page. */
const attemptCodeKey = 'stack_mfa_attempt_code'

/** Session storage key of the expected user of the attempt; absent if any user can sign in. */
const expectedUserKey = 'parley_mfa_expected_user'

/**
 * Returns the failed result. If a second factor is required, also redirects to its page, unless the options
 * say otherwise.
 */
export async function handleSignInError<R extends { status: 'error'; error: ApiError }>(
  core: AppCore,
  result: R,
  { secondFactor, expectedUserId }: SignInOptions = {},
): Promise<R> {
  if (secondFactor !== 'return' && result.error.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') {
    const { attempt_code } = result.error.details as { attempt_code: string }
    await redirectToSecondFactor(core, attempt_code, expectedUserId)
  }
  return result
}

/** Stores the attempt and redirects to the second-factor page. */
export async function redirectToSecondFactor(
  { redirects }: AppCore,
  attemptCode: string,
  expectedUserId: SignInOptions['expectedUserId'],
): Promise<void> {
  sessionStorage.setItem(attemptCodeKey, attemptCode)
  if (expectedUserId) sessionStorage.setItem(expectedUserKey, expectedUserId)
  else sessionStorage.removeItem(expectedUserKey)
  await redirects.redirectTo(redirects.pageUrl('mfa'))
}

/** Returns the attempt code of the sign-in that this tab has begun; null without one. */
export function readAttemptCode(): string | null {
  try {
    return globalThis.sessionStorage?.getItem(attemptCodeKey) ?? null
  } catch {
    return null
  }
}

export async function signInWithMfa(
  core: AppCore,
  otp: string,
  code: string,
  options: SignInOptions,
): Promise<Result<{ readonly isNewUser: boolean }, EndpointError<'POST /auth/mfa/sign-in'>>> {
  const result = await core.request('POST /auth/mfa/sign-in', { body: { type: 'totp', totp: otp, code } })
  if (result.status === 'error') return result

  let { expectedUserId } = options
  if (readAttemptCode() === code) {
    expectedUserId ??= sessionStorage.getItem(expectedUserKey)
    for (const key of [attemptCodeKey, expectedUserKey]) sessionStorage.removeItem(key)
  }
  const isNewUser = result.data.is_new_user
  await finishSignIn(core, result.data, { ...options, expectedUserId, isNewUser })
  return { status: 'ok', data: { isNewUser } }
}
