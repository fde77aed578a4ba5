import { useSyncExternalStore } from 'react'

/** Something that changes over time outside React: a call, a socket, the list of microphones. */
export interface Store<T> {
  /** The present value. The same object until it changes. */
  get(): T
  /** Returns what ends the subscription. */
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
