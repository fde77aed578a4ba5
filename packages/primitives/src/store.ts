/** A value that changes over time outside a framework. */
export interface Store<T> {
  /** Returns the current value: the same object until it changes. */
  get(): T
  /** Calls `listener` after each change. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends Store<T> {
  /** Replaces the value. Listeners are called unless it is the same by `Object.is`. */
  set(value: T): void
}

export interface ObjectStore<T> extends Store<T> {
  /** Replaces the given properties. Listeners are called when one of them differs. */
  change(properties: Partial<T>): void
}

export function createStore<T>(initial: T): WritableStore<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(value, next)) return
      value = next
      // A listener may subscribe or unsubscribe others.
      for (const listener of [...listeners]) listener()
    },
  }
}

export function createObjectStore<T extends object>(initial: T): ObjectStore<T> {
  const { get, set, subscribe } = createStore(initial)
  return {
    get,
    subscribe,
    change(properties) {
      const value = get()
      const keys = Object.keys(properties) as (keyof T)[]
      if (keys.some((key) => !Object.is(value[key], properties[key]))) set({ ...value, ...properties })
    },
  }
}
