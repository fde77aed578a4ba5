import type { TokenStoreInit } from '../../session/token-store-init.ts'
import type { AppCore } from '../core.ts'
import type { CurrentUser } from './current-user.ts'
import type { OrMode } from './or-mode.ts'
import type { UserStore } from './user-store.ts'

export interface UserOptions<Mode extends OrMode = OrMode> {
  readonly or?: Mode
  /** Another token store than that of the app, for example a request to the application's back end. */
  readonly tokenStore?: TokenStoreInit
  /**
   * Accepted from callers of the public SDK: only anonymous users are restricted, who have their own modes.
   */
  readonly includeRestricted?: boolean
}

/** The user, or null in the modes that can return null. */
export type UserOr<Mode extends OrMode, User = CurrentUser> = Mode extends
  | 'return-null'
  | 'anonymous-if-exists'
  | 'anonymous-if-exists[deprecated]'
  ? User | null
  : User

/** The error message for `or: 'throw'`. */
export function notSignedInMessage(caller: 'getUser' | 'useUser'): string {
  return `User is not signed in but ${caller} was called with { or: 'throw' }`
}

/** Returns whether `user` counts as signed in under `mode`. */
export function countsAsSignedIn<User extends Pick<CurrentUser, 'isAnonymous'>>(
  user: User | null,
  mode: OrMode,
): user is User {
  return user !== null && (mode.startsWith('anonymous') || !user.isAnonymous)
}

interface GetUserDeps<User> {
  readonly core: AppCore
  readonly user: UserStore<User>
  readonly redirectToSignIn: () => Promise<void>
}

export async function getUser<User extends Pick<CurrentUser, 'isAnonymous'>>(
  parts: GetUserDeps<User>,
  mode: OrMode,
): Promise<User | null> {
  // Another device or a back end may have changed the user.
  const user = await parts.user.fetch()
  if (countsAsSignedIn(user, mode)) return user

  switch (mode) {
    case 'throw':
      throw new Error(notSignedInMessage('getUser'))
    case 'anonymous':
      await (await import('../sign-in/sign-up.ts')).signUpAnonymously(parts.core)
      return await parts.user.load()
    case 'redirect':
      await parts.redirectToSignIn()
      // Never settle: code that awaits a user must not continue without one.
      return await new Promise<never>(() => {})
    default:
      return null
  }
}
