import { useSyncExternalStore } from 'react'

/** An observable value outside React: calls, a socket, audio devices. */
export interface Store<T> {
  /** Returns the current value; the same reference until it changes. */
  get(): T
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

export interface WritableStore<T> extends Store<T> {
  set(value: T): void
}

export function createStore<T>(first: T): WritableStore<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
