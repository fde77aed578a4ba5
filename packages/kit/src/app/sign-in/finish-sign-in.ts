import type { AppCore } from '../core.ts'

export interface SignInOptions {
  /** Do not redirect afterwards. */
  readonly noRedirect?: boolean
  /** With `return`, a required second factor is only returned as an error, without a redirect to its page. */
  readonly secondFactor?: 'redirect' | 'return'
}

interface NewTokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Stores the tokens of a sign-in and redirects to the page after it. */
export async function finishSignIn(
  { session, redirects }: AppCore,
  { access_token, refresh_token }: NewTokens,
  { noRedirect = false, isNewUser }: SignInOptions & { readonly isNewUser: boolean },
): Promise<void> {
  await session.start({ accessToken: access_token, refreshToken: refresh_token })
  if (!noRedirect) await (isNewUser ? redirects.afterSignUp() : redirects.afterSignIn())
}
