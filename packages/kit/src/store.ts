/** A subscribable value outside React, such as the tokens or the current user. */
export interface Store<T> {
  /** Returns the current value. The same object until it changes. */
  get(): T
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}
