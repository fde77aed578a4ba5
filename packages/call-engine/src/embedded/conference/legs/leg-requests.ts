import type { LegId } from '../../../identifiers.ts'
import { EngineError } from '../../../port.ts'

type RequestName = 'add-browser' | 'dial-out' | 'add-incoming' | 'add-player'

/**
 * The requests that have added the legs of a conference, also of legs that have left. A repeated request, whose
 * first response was lost, has no further effect.
 */
export class LegRequests {
  readonly #requests = new Map<LegId, { readonly name: RequestName; readonly result: Promise<unknown> }>()

  /** Adopts the requests of a conference whose legs are adopted. */
  adopt(from: LegRequests): void {
    for (const [legId, request] of from.#requests) this.#requests.set(legId, request)
  }

  /**
   * Runs `add` for the first request with a leg id, and returns its result to each repeated one.
   *
   * @throws {EngineError} `leg-exists`: a request of another kind has added a leg with this id
   */
  run<T>(name: RequestName, legId: LegId, add: () => Promise<T>): Promise<T> {
    const earlier = this.#requests.get(legId)
    if (earlier && earlier.name !== name) return Promise.reject(new EngineError('leg-exists'))
    if (earlier) return earlier.result as Promise<T>
    const result = add()
    this.#requests.set(legId, { name, result })
    return result
  }
}
