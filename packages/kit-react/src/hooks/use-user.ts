import {
  type CurrentInternalUser,
  countsAsSignedIn,
  notSignedInMessage,
  type OrMode,
  type UserApp,
  type UserOptions,
  type UserOr,
} from '@parley/kit'
import { use } from 'react'
import { fulfilledPromise, useSnapshot } from './use-snapshot.ts'
import { type UseStackAppOptions, useStackApp } from './use-stack-app.ts'
import { useStore } from './use-store.ts'

/** Options of {@link useUser}. */
export interface UseUserOptions<Mode extends OrMode = OrMode> extends UserOptions<Mode>, UseStackAppOptions {}

/**
 * Returns the signed-in user, updated on sign-in, sign-out and changes in other tabs. Suspends until the user
 * is loaded; failures throw to the nearest error boundary. A token store that is an object must be the same
 * in each rendering.
 *
 * @throws {Error} with `or: 'throw'` if no user is signed in, and if the app belongs to another project than
 * `projectIdMustMatch`.
 */
export function useUser<Mode extends OrMode = 'return-null'>(
  options: UseUserOptions<Mode> & { readonly projectIdMustMatch: 'internal' },
): UserOr<Mode, CurrentInternalUser>
export function useUser<Mode extends OrMode = 'return-null'>(options?: UseUserOptions<Mode>): UserOr<Mode>
export function useUser(options: UseUserOptions = {}): unknown {
  return useStackApp(options).useUser(options)
}

/** Returns the signed-in user of an app, as {@link useUser} does. */
export function useSignedInUser(app: UserApp, options: { readonly or?: OrMode }): unknown {
  const mode: OrMode = options.or ?? 'return-null'
  const user = useSnapshot(useStore(app.user))
  const isSignedIn = countsAsSignedIn(user, mode)

  use(isSignedIn ? resolved : waitForUser(app, mode))
  return isSignedIn ? user : null
}

const resolved = fulfilledPromise<unknown>(null)

/** Returns the promise that a component without a user must wait for, depending on the mode. */
function waitForUser(app: UserApp, mode: OrMode): Promise<unknown> {
  switch (mode) {
    case 'return-null':
    case 'anonymous-if-exists':
    case 'anonymous-if-exists[deprecated]':
      return resolved
    case 'throw':
      throw new Error(notSignedInMessage('useUser'))
    case 'anonymous':
      return runOnce(app, mode, () => app.getUser({ or: 'anonymous' }))
    case 'redirect':
      return runOnce(app, mode, () => app.redirectToSignIn())
  }
}

/** How long a result is retained, so that rendering again does not start the action again. */
const resultRetentionMs = 1_000

/** Actions started while rendering, so that rendering again waits for the same promise. */
const pendingActions = new WeakMap<UserApp, Map<OrMode, Promise<unknown>>>()

function runOnce(app: UserApp, mode: OrMode, begin: () => Promise<unknown>): Promise<unknown> {
  const actionsOfApp = pendingActions.get(app) ?? new Map<OrMode, Promise<unknown>>()
  pendingActions.set(app, actionsOfApp)

  const known = actionsOfApp.get(mode)
  if (known) return known

  // Starts after rendering, because navigating while rendering would update other components.
  const work = Promise.resolve().then(begin)
  const forget = () => setTimeout(() => actionsOfApp.delete(mode), resultRetentionMs)
  work.then(forget, forget)

  // Never settles without a user: the component must not continue after a redirect.
  const promise = work.then((user) => user ?? new Promise<never>(() => {}))
  actionsOfApp.set(mode, promise)
  return promise
}
