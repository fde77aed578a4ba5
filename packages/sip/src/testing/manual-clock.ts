import type { Clock } from '@parley/primitives'

/** A clock that advances only by {@link ManualClock.advance}. */
export class ManualClock implements Clock {
  #now = 1_000_000
  #timers: { at: number; callback: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Advances the time, timer by timer. Datagrams in flight arrive between two timers. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await settle()
      const next = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.#now = next.at
      next.callback()
    }
    this.#now = until
    await settle()
  }
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 1))
}
