import {
  countsAsSignedIn,
  type GetUserOptions,
  notSignedInMessage,
  type OrMode,
  type StackClientApp,
  type UserOr,
} from '@parley/kit'
import { use } from 'react'
import { useStackApp } from './use-stack-app.ts'
import { useStore } from './use-store.ts'

/**
 * The user who is signed in, kept up to date across sign-in, sign-out and other tabs. Suspends until it is known, and
 * throws to the nearest error boundary when it cannot be found out.
 *
 * @throws {Error} under `or: 'throw'` when nobody is signed in.
 */
export function useUser<Mode extends OrMode = 'return-null'>(
  options: GetUserOptions<Mode> = {},
): UserOr<Mode> {
  const mode: OrMode = options.or ?? 'return-null'
  const app = useStackApp()
  const snapshot = useStore(app.user)
  if (snapshot.state === 'failed') throw snapshot.error

  const user = snapshot.state === 'ready' ? snapshot.value : use(snapshot.promise)
  if (countsAsSignedIn(user, mode)) return user as UserOr<Mode>

  switch (mode) {
    case 'return-null':
    case 'anonymous-if-exists':
      return null as UserOr<Mode>
    case 'throw':
      throw new Error(notSignedInMessage('useUser'))
    case 'anonymous':
      return use(underWay(app, mode, () => app.getUser({ or: 'anonymous' }))) as UserOr<Mode>
    case 'redirect':
      use(underWay(app, mode, () => app.redirectToSignIn()))
      return null as never
  }
}

/** A failure stays for a moment, so that rendering again shows it instead of beginning again. */
const failureStaysMs = 1_000

/** What was begun while a component rendered, so that rendering it again waits for the same thing. */
const begun = new WeakMap<StackClientApp, Map<OrMode, Promise<unknown>>>()

function underWay<T>(app: StackClientApp, mode: OrMode, begin: () => Promise<T>): Promise<T> {
  const ofApp = begun.get(app) ?? new Map<OrMode, Promise<unknown>>()
  begun.set(app, ofApp)

  const known = ofApp.get(mode) as Promise<T> | undefined
  if (known) return known

  // Begun after rendering: navigating inside it would change another component.
  const promise = Promise.resolve().then(begin)
  ofApp.set(mode, promise)
  const forget = () => ofApp.delete(mode)
  promise.then(forget, () => setTimeout(forget, failureStaysMs))
  return promise
}
