import type { SrtpKey } from './sdes.ts'

/** A peer may change its key any number of times. The key that has not been used for longest is forgotten. */
const maxKeys = 100

/**
 * The senders or receivers of one stream, by key. A key that returns continues with its packet indexes: from zero, a
 * receiver would accept former packets again (RFC 3711, 3.3.2), and a sender would use its key stream twice (9.1).
 */
export class SrtpStates<State> {
  readonly #create: (key: SrtpKey) => State
  readonly #states = new Map<string, State>()

  constructor(create: (key: SrtpKey) => State) {
    this.#create = create
  }

  use(key: SrtpKey): State {
    const id = `${key.suite} ${key.keySalt}`
    const state = this.#states.get(id) ?? this.#create(key)
    // The order of a map is that of insertion.
    this.#states.delete(id)
    this.#states.set(id, state)
    const [oldest] = this.#states.keys()
    if (this.#states.size > maxKeys && oldest !== undefined) this.#states.delete(oldest)
    return state
  }
}
