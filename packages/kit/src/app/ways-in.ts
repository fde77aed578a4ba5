import type { CallResult, RefusalOf } from '../calls/call.ts'
import { refreshTokenErrors } from '../session/refresh.ts'
import { ConnectionFailed, RefusedCall, TooManyRequests } from '../transport/errors.ts'
import type { AppCore } from './core.ts'
import { keepNonce } from './sign-in-nonce.ts'

/** Where the attempt code of a sign-in waits for the page that asks for the second factor. */
const attemptCodeKey = 'stack_mfa_attempt_code'

export interface SigningOptions {
  /** Stay on this page. */
  readonly noRedirect?: boolean
}

export interface Credential {
  readonly email: string
  readonly password: string
}

export async function signInWithCredential(
  core: AppCore,
  { email, password, noRedirect }: Credential & SigningOptions,
): Promise<CallResult<null, RefusalOf<'POST /auth/password/sign-in'>>> {
  const answer = await core.call('POST /auth/password/sign-in', { body: { email, password } })
  if (!answer.ok) return await refused(core, answer)

  startSession(core, answer.data)
  if (!noRedirect) await core.redirects.afterSignIn()
  return { ok: true, data: null }
}

export async function signUpWithCredential(
  core: AppCore,
  {
    email,
    password,
    noRedirect,
    verificationCallbackUrl,
  }: Credential & SigningOptions & VerificationCallback,
): Promise<CallResult<null, RefusalOf<'POST /auth/password/sign-up'>>> {
  const answer = await core.call('POST /auth/password/sign-up', {
    body: {
      email,
      password,
      verification_callback_url: verificationCallbackUrl ?? core.redirects.callbackUrl('emailVerification'),
    },
  })
  if (!answer.ok) return await refused(core, answer)

  startSession(core, answer.data)
  if (!noRedirect) await core.redirects.afterSignUp()
  return { ok: true, data: null }
}

export interface VerificationCallback {
  /** Where the verification mail leads; the page of the handler unless said otherwise. */
  readonly verificationCallbackUrl?: string
}

export async function sendMagicLinkEmail(
  core: AppCore,
  email: string,
  { callbackUrl = core.redirects.callbackUrl('magicLinkCallback') }: { readonly callbackUrl?: string },
): Promise<CallResult<{ readonly nonce: string }, RefusalOf<'POST /auth/otp/send-sign-in-code'>>> {
  const answer = await core.call('POST /auth/otp/send-sign-in-code', {
    body: { email, callback_url: callbackUrl },
  })
  if (answer.ok) keepNonce(core.projectId, answer.data.nonce)
  return answer
}

export async function signInWithMagicLink(
  core: AppCore,
  code: string,
  { noRedirect }: SigningOptions,
): Promise<CallResult<{ readonly isNewUser: boolean }, RefusalOf<'POST /auth/otp/sign-in'>>> {
  const answer = await core.call('POST /auth/otp/sign-in', { body: { code } })
  if (!answer.ok) return await refused(core, answer)

  startSession(core, answer.data)
  const isNewUser = answer.data.is_new_user
  if (!noRedirect) await (isNewUser ? core.redirects.afterSignUp() : core.redirects.afterSignIn())
  return { ok: true, data: { isNewUser } }
}

export interface SignOutOptions extends SigningOptions {
  /** Where to go; what the address of the present page says, or the page after signing out, when left out. */
  readonly redirectUrl?: string
}

/** Ends the session here whatever the service says, because the person may be about to leave this device. */
export async function signOut(core: AppCore, { redirectUrl, noRedirect }: SignOutOptions): Promise<void> {
  try {
    await core.call('DELETE /auth/sessions/current', {})
  } catch (error) {
    const isGone = error instanceof RefusedCall && refreshTokenErrors.has(error.code)
    const isUnreachable = error instanceof ConnectionFailed || error instanceof TooManyRequests
    if (!isGone && !isUnreachable) throw error
  } finally {
    core.session.end()
  }
  if (noRedirect) return
  await (redirectUrl === undefined ? core.redirects.afterSignOut() : core.redirects.go(redirectUrl))
}

function startSession({ session }: AppCore, data: { access_token: string; refresh_token: string }): void {
  session.start({ accessToken: data.access_token, refreshToken: data.refresh_token })
}

/** Passes a refusal on. One that asks for a second factor leads to the page that takes it. */
async function refused<R extends { ok: false; error: RefusedCall }>(core: AppCore, answer: R): Promise<R> {
  const { code, details } = answer.error
  if (code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') {
    sessionStorage.setItem(attemptCodeKey, (details as { attempt_code: string }).attempt_code)
    await core.redirects.go(core.urls.mfa)
  }
  return answer
}
