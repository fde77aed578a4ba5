import type { Store } from '@parley/primitives'
import { useSyncExternalStore } from 'react'

/** Returns the value of a store, and renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
