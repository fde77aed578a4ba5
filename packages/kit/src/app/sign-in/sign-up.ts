import { type Result, unwrap } from '@parley/client'
import type { EndpointError } from '../../requests/account-client.ts'
import { parseClaims } from '../../session/access-token.ts'
import type { AppCore } from '../core.ts'
import { finishSignIn, type SignInOptions } from './finish-sign-in.ts'
import { handleSignInError } from './second-factor.ts'
import type { Credential } from './sign-in-methods.ts'

/** Creates an account. An anonymous user becomes its user, with the same id. */
export async function signUpWithCredential(
  core: AppCore,
  { email, password, displayName, invitationCode, noRedirect, ...verification }: SignUpInput,
): Promise<Result<undefined, EndpointError<'POST /auth/password/sign-up' | 'POST /auth/anonymous/upgrade'>>> {
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

/** @throws {Error} if the project does not allow anonymous users, or the service is unreachable. */
export async function signUpAnonymously({ anonymousTransport, session }: AppCore): Promise<void> {
  try {
    const response = await anonymousTransport.send({ method: 'POST', path: '/auth/anonymous/sign-up' })
    const { access_token, refresh_token } = unwrap(response) as Record<string, string>
    await session.start({ accessToken: String(access_token), refreshToken: String(refresh_token) })
  } catch (cause) {
    throw new Error('Something went wrong while signing up anonymously', { cause })
  }
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
