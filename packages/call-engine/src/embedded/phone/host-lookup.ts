import { createSerialQueue } from '@parley/primitives'
import type { EmbeddedEngineOptions } from '../options.ts'

/** Long enough for a second query when the first one was lost. */
const maxLookupMs = 5_000

type ResolveHost = NonNullable<EmbeddedEngineOptions['resolveHost']>

/**
 * Resolves the names in the session descriptions of a peer, who chooses the names and may run their name servers:
 * one name at a time, each for a limited time, and none after `stop`.
 */
export class HostLookup {
  readonly #resolveHost: ResolveHost
  readonly #queue = createSerialQueue()
  readonly #stop = Promise.withResolvers<null>()
  #isStopped = false

  constructor(resolveHost: ResolveHost) {
    this.#resolveHost = resolveHost
  }

  /** Returns the first address of a name; null when none is found in time. */
  resolve(name: string): Promise<string | null> {
    return this.#queue.run(() => (this.#isStopped ? null : this.#findAddress(name)))
  }

  /** Ends the lookups that run or wait: they find nothing. */
  stop(): void {
    this.#isStopped = true
    this.#stop.resolve(null)
  }

  async #findAddress(name: string): Promise<string | null> {
    const timeout = Promise.withResolvers<null>()
    const timer = setTimeout(() => timeout.resolve(null), maxLookupMs)
    try {
      const found = await Promise.race([timeout.promise, this.#stop.promise, this.#resolveHost(name)])
      return found?.[0]?.address ?? null
    } finally {
      clearTimeout(timer)
    }
  }
}
