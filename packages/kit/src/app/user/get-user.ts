import { unwrap } from '@parley/client'
import type { AppCore } from '../core.ts'
import type { CurrentUser } from './current-user.ts'
import type { UserStore } from './user-store.ts'

/**
 * The behaviour if no user is signed in. Anonymous users count as signed out except in the `anonymous` modes.
 *
 * - `redirect`: redirect to the sign-in page; the promise never settles;
 * - `throw`: throw an error;
 * - `anonymous`: sign up anonymously;
 * - `anonymous-if-exists`: return an existing anonymous user, otherwise null;
 * - `return-null`: return null (default).
 */
export type OrMode = 'redirect' | 'throw' | 'anonymous' | 'anonymous-if-exists' | 'return-null'

export interface GetUserOptions<Mode extends OrMode = OrMode> {
  readonly or?: Mode
}

/** The user, or null in the modes that can return null. */
export type UserOr<Mode extends OrMode> = Mode extends 'return-null' | 'anonymous-if-exists'
  ? CurrentUser | null
  : CurrentUser

/** The error message for `or: 'throw'`. */
export function notSignedInMessage(caller: 'getUser' | 'useUser'): string {
  return `User is not signed in but ${caller} was called with { or: 'throw' }`
}

/** Returns whether `user` counts as signed in under `mode`. */
export function countsAsSignedIn(user: CurrentUser | null, mode: OrMode): user is CurrentUser {
  const allowsAnonymous = mode === 'anonymous' || mode === 'anonymous-if-exists'
  return user !== null && (allowsAnonymous || !user.isAnonymous)
}

interface GetUserDeps {
  readonly core: AppCore
  readonly user: UserStore
  readonly redirectToSignIn: () => Promise<void>
}

export async function getUser(parts: GetUserDeps, mode: OrMode): Promise<CurrentUser | null> {
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
      // Never settle: code that awaits a user must not continue without one.
      return await new Promise<never>(() => {})
  }
}

/** @throws {Error} if the project does not allow anonymous users, or the service is unreachable. */
async function signUpAnonymously({ anonymousTransport, session }: AppCore): Promise<void> {
  try {
    const response = await anonymousTransport.send({ method: 'POST', path: '/auth/anonymous/sign-up' })
    const { access_token, refresh_token } = unwrap(response) as Record<string, string>
    await session.start({ accessToken: String(access_token), refreshToken: String(refresh_token) })
  } catch (cause) {
    throw new Error('Something went wrong while signing up anonymously', { cause })
  }
}
