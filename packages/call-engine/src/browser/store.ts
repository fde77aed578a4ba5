/** Something that changes over time outside a framework. */
export interface Store<T> {
  /** The present value. The same object until it changes. */
  get(): T
  /** Returns what ends the subscription. */
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends Store<T> {
  /** Takes over the parts given, and tells the listeners when one of them differs. */
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
