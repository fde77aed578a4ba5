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
  const user = useSnapshot(useStore(app.user))
  const isSignedIn = countsAsSignedIn(user, mode)

  use(isSignedIn ? nothingToDo : whatToDo(app, mode))
  return (isSignedIn ? user : null) as UserOr<Mode>
}

const nothingToDo = fulfilled<unknown>(null)

/** What has to happen before a component can go on without a user. */
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

/** The outcome stays for a moment, so that rendering again shows it instead of beginning again. */
const outcomeStaysMs = 1_000

/** What was begun while a component rendered, so that rendering it again waits for the same thing. */
const begun = new WeakMap<StackClientApp, Map<OrMode, Promise<unknown>>>()

function underWay(app: StackClientApp, mode: OrMode, begin: () => Promise<unknown>): Promise<unknown> {
  const ofApp = begun.get(app) ?? new Map<OrMode, Promise<unknown>>()
  begun.set(app, ofApp)

  const known = ofApp.get(mode)
  if (known) return known

  // Begun after rendering, because navigating inside it would change another component.
  const work = Promise.resolve().then(begin)
  const forget = () => setTimeout(() => ofApp.delete(mode), outcomeStaysMs)
  work.then(forget, forget)

  // A component that asks for a user does not go on without one: what leads away does not end for it.
  const promise = work.then((user) => user ?? new Promise<never>(() => {}))
  ofApp.set(mode, promise)
  return promise
}
