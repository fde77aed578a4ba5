import type { Store } from '@parley/primitives'
import type { CachedData, Snapshot } from '../cache/data-cache.ts'
import type { OrMode } from './user/or-mode.ts'

/** The app in the hook `useUser`. */
export interface UserApp {
  readonly user: Store<Snapshot<{ readonly isAnonymous: boolean } | null>>
  getUser(options: { readonly or: 'anonymous' }): Promise<unknown>
  redirectToSignIn(): Promise<void>
}

/** Implementations of methods for components. */
export interface ReactHooks {
  useData<T>(data: CachedData<T>): T
  useUser(app: UserApp, options: { readonly or?: OrMode }): unknown
}

let hooks: ReactHooks | null = null

/** Sets the implementations of methods for components. The React package calls it. */
export function setReactHooks(implementations: ReactHooks): void {
  hooks = implementations
}

/** @throws {Error} without the React package. */
export function getReactHooks(): ReactHooks {
  if (!hooks) throw new Error('Methods that begin with `use` require @parley/kit-react.')
  return hooks
}

/** Returns cached data in a component. */
export function useData<T>(data: CachedData<T>): T {
  return getReactHooks().useData(data)
}
