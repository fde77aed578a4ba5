import {
  countsAsSignedIn,
  type GetUserOptions,
  notSignedInMessage,
  type OrMode,
  type StackClientApp,
  type UserOr,
} from '@parley/kit'
import { use } from 'react'
import { fulfilled, useSnapshot } from './use-snapshot.ts'
import { useStackApp } from './use-stack-app.ts'
import { useStore } from './use-store.ts'

/**
 * Returns the signed-in user, updated on sign-in, sign-out and changes in other tabs. Suspends until the user is loaded;
 * failures throw to the nearest error boundary.
 *
 * @throws {Error} with `or: 'throw'` if no user is signed in.
 */
export function useUser<Mode extends OrMode = 'return-null'>(
  options: GetUserOptions<Mode> = {},
): UserOr<Mode> {
  const mode: OrMode = options.or ?? 'return-null'
  const app = useStackApp()
  const user = useSnapshot(useStore(app.user))
  const isSignedIn = countsAsSignedIn(user, mode)

  use(isSignedIn ? nothingToDo : whatToDo(app, mode))
  return (isSignedIn ? user : null) as UserOr<Mode>
}

const nothingToDo = fulfilled<unknown>(null)

/** Returns the promise that a component without a user must wait for, depending on the mode. */
function whatToDo(app: StackClientApp, mode: OrMode): Promise<unknown> {
  switch (mode) {
    case 'return-null':
    case 'anonymous-if-exists':
      return nothingToDo
    case 'throw':
      throw new Error(notSignedInMessage('useUser'))
    case 'anonymous':
      return underWay(app, mode, () => app.getUser({ or: 'anonymous' }))
    case 'redirect':
      return underWay(app, mode, () => app.redirectToSignIn())
  }
}

/** How long a result is retained, so that rendering again does not start the action again. */
const outcomeStaysMs = 1_000

/** Actions started while rendering, so that rendering again waits for the same promise. */
const begun = new WeakMap<StackClientApp, Map<OrMode, Promise<unknown>>>()

function underWay(app: StackClientApp, mode: OrMode, begin: () => Promise<unknown>): Promise<unknown> {
  const ofApp = begun.get(app) ?? new Map<OrMode, Promise<unknown>>()
  begun.set(app, ofApp)

  const known = ofApp.get(mode)
  if (known) return known

  // Starts after rendering, because navigating while rendering would update other components.
  const work = Promise.resolve().then(begin)
  const forget = () => setTimeout(() => ofApp.delete(mode), outcomeStaysMs)
  work.then(forget, forget)

  // Never settles without a user: the component must not continue after a redirect.
  const promise = work.then((user) => user ?? new Promise<never>(() => {}))
  ofApp.set(mode, promise)
  return promise
}
