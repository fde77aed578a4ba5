/** Observable state outside any framework. */
export interface Store<T> {
  /** Returns the current value. The same object until it changes. */
  get(): T
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends Store<T> {
  /** Merges the given properties and notifies listeners when one of them differs. */
  change(parts: Partial<T>): void
}

export function createStore<T extends object>(first: T): WritableStore<T> {
  const listeners = new Set<() => void>()
  let value = first

  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(parts) {
      const keys = Object.keys(parts) as (keyof T)[]
      if (keys.every((key) => Object.is(value[key], parts[key]))) return
      value = { ...value, ...parts }
      for (const listener of [...listeners]) listener()
    },
  }
}
