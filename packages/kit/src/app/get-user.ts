import type { AppCore } from './core.ts'
import type { CurrentUser } from './current-user.ts'
import type { PresentUser } from './present-user.ts'

/**
 * What to do when nobody is signed in. Anonymous people count as signed out unless the caller asks for them.
 *
 * - `redirect`: to the sign-in page; the promise does not settle;
 * - `throw`: an error;
 * - `anonymous`: sign up anonymously;
 * - `anonymous-if-exists`: answer an anonymous person who is there, else null;
 * - `return-null`: the default.
 */
export type OrMode = 'redirect' | 'throw' | 'anonymous' | 'anonymous-if-exists' | 'return-null'

export interface GetUserOptions<Mode extends OrMode = OrMode> {
  readonly or?: Mode
}

/** The user, or null in the modes that allow for it. */
export type UserOr<Mode extends OrMode> = Mode extends 'return-null' | 'anonymous-if-exists'
  ? CurrentUser | null
  : CurrentUser

/** The text of the error of `or: 'throw'`, for the function or hook that was called. */
export function notSignedInMessage(caller: 'getUser' | 'useUser'): string {
  return `User is not signed in but ${caller} was called with { or: 'throw' }`
}

/** Whether `user` counts as signed in under `mode`. */
export function countsAsSignedIn(user: CurrentUser | null, mode: OrMode): user is CurrentUser {
  const allowsAnonymous = mode === 'anonymous' || mode === 'anonymous-if-exists'
  return user !== null && (allowsAnonymous || !user.isAnonymous)
}

interface GetUserParts {
  readonly core: AppCore
  readonly user: PresentUser
  readonly redirectToSignIn: () => Promise<void>
}

export async function getUser(parts: GetUserParts, mode: OrMode): Promise<CurrentUser | null> {
  const user = await parts.user.load()
  if (countsAsSignedIn(user, mode)) return user

  switch (mode) {
    case 'return-null':
    case 'anonymous-if-exists':
      return null
    case 'throw':
      throw new Error(notSignedInMessage('getUser'))
    case 'anonymous':
      await signUpAnonymously(parts.core)
      return await parts.user.load()
    case 'redirect':
      await parts.redirectToSignIn()
      // Whoever waits for a user here must not go on without one.
      return await new Promise<never>(() => {})
  }
}

/** @throws {Error} when the project allows no anonymous accounts, or the service cannot be reached. */
async function signUpAnonymously({ transport, session }: AppCore): Promise<void> {
  try {
    const answer = await transport.send({ method: 'POST', path: '/auth/anonymous/sign-up' }, null)
    if (!answer.ok) throw answer.error
    const { access_token, refresh_token } = answer.data as Record<string, string>
    session.start({ accessToken: String(access_token), refreshToken: String(refresh_token) })
  } catch (cause) {
    throw new Error('Something went wrong while signing up anonymously', { cause })
  }
}
