import { parseClaims } from '../../session/access-token.ts'
import type { AppCore } from '../core.ts'

export interface SignInOptions {
  /** Do not redirect afterwards. */
  readonly noRedirect?: boolean
  /** With `return`, a required second factor is only returned as an error, without a redirect to its page. */
  readonly secondFactor?: 'redirect' | 'return'
  /**
   * The id of the user who must sign in. The new session replaces the present one; if another user signs in,
   * it is ended and {@link OtherUserError} is thrown.
   */
  readonly expectedUserId?: string | null
}

interface NewTokens {
  readonly access_token: string
  readonly refresh_token: string
}

/**
 * Stores the tokens of a sign-in and redirects to the page after it.
 *
 * @throws {OtherUserError} if the tokens belong to another user than the expected one.
 */
export async function finishSignIn(
  core: AppCore,
  { access_token, refresh_token }: NewTokens,
  { noRedirect, expectedUserId, isNewUser }: SignInOptions & { readonly isNewUser: boolean },
): Promise<void> {
  const tokens = { accessToken: access_token, refreshToken: refresh_token }
  if (expectedUserId) {
    const { replaceSession } = await import('./renewal/replace-session.ts')
    await replaceSession(core, tokens, parseClaims(access_token)?.sub === expectedUserId)
  } else await core.session.start(tokens)
  if (!noRedirect) await (isNewUser ? core.redirects.afterSignUp() : core.redirects.afterSignIn())
}
