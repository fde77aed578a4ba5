import { parseClaims } from '../../session/access-token.ts'
import type { AppCore } from '../core.ts'

export interface SignInOptions {
  /** Do not redirect afterwards. */
  readonly noRedirect?: boolean
  /** With `return`, a required second factor is only returned as an error, without a redirect to its page. */
  readonly secondFactor?: 'redirect' | 'return'
  /** Throws {@link OtherUserError} and keeps the present session if another user has signed in. */
  readonly sameUser?: boolean
}

interface NewTokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Thrown by a renewed sign-in of another user than the present one, who stays signed in. */
export class OtherUserError extends Error {
  override readonly name = 'OtherUserError'
}

/**
 * Stores the tokens of a sign-in and redirects to the page after it.
 *
 * @throws {OtherUserError} with `sameUser`, unless the tokens belong to the user who is signed in.
 */
export async function finishSignIn(
  { session, redirects }: AppCore,
  { access_token, refresh_token }: NewTokens,
  { noRedirect, sameUser, isNewUser }: SignInOptions & { readonly isNewUser: boolean },
): Promise<void> {
  const present = sameUser && (await session.getValidTokens())
  if (present && parseClaims(present.accessToken)?.sub !== parseClaims(access_token)?.sub)
    throw new OtherUserError('Another user signed in.')
  await session.start({ accessToken: access_token, refreshToken: refresh_token })
  if (!noRedirect) await (isNewUser ? redirects.afterSignUp() : redirects.afterSignIn())
}
