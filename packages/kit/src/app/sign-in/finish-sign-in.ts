import { readUserId } from '../../session/access-token.ts'
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

/** @throws {OtherUserError} unless the tokens belong to the user who is signed in. */
export async function requireSameUser({ session }: AppCore, accessToken: string): Promise<void> {
  const present = await session.getValidTokens()
  const userId = present && readUserId(present.accessToken)
  if (userId === null || userId !== readUserId(accessToken))
    throw new OtherUserError('The renewed sign-in belongs to another user.')
}

/** Stores the tokens of a sign-in and redirects to the page after it. */
export async function finishSignIn(
  core: AppCore,
  { access_token, refresh_token }: NewTokens,
  { noRedirect = false, sameUser = false, isNewUser }: SignInOptions & { readonly isNewUser: boolean },
): Promise<void> {
  const { session, redirects } = core
  if (sameUser) await requireSameUser(core, access_token)
  await session.start({ accessToken: access_token, refreshToken: refresh_token })
  if (!noRedirect) await (isNewUser ? redirects.afterSignUp() : redirects.afterSignIn())
}
