import type { CallSessionService } from '../call-sessions/index.ts'
import type { LiveService } from '../live/index.ts'
import type { SimulatedPstnService } from '../numbers/index.ts'
import type { RecordingStorageService } from '../recordings/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { TrunkLeaseService } from '../trunks/index.ts'

/** The self-tests that run on this node. */
export interface SelfTestService {
  readonly selfTests: SelfTests
}

export type SelfTestDeps = Services &
  AuthenticationService &
  LiveService &
  CallSessionService &
  SimulatedPstnService &
  RecordingStorageService &
  TrunkLeaseService &
  SelfTestService

/** Runs work after the response to the request that has started it. Disposing interrupts and awaits it. */
export class SelfTests implements AsyncDisposable {
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  /** @param work Never rejects. Its signal is aborted when the service stops. */
  run(work: (signal: AbortSignal) => Promise<void>): void {
    const running = work(this.#stop.signal)
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled(this.#running)
  }
}
