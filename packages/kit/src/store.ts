/** Something that changes over time outside a component: the tokens, the present user. */
export interface Store<T> {
  /** The present value. The same object until it changes. */
  get(): T
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}
