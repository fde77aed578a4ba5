/** Time for which messages are handled before other events of the process get their turn. */
const maxTurnMs = 1

/** Handles the messages of several sources for a limited time in each iteration of the event loop. */
export interface Turns {
  /**
   * Calls `step`, which handles one message, until it returns false. When no time is left, it continues in
   * the next iteration, in turns with other steps.
   */
  run(step: () => boolean): void
}

/** Returns turns whose steps get as much time together as one step of `turns`. */
export function createSharedTurns(turns: Turns): Turns {
  const waiting: (() => boolean)[] = []
  let isRunning = false

  function runNext(): boolean {
    const step = waiting.shift()
    if (step?.()) waiting.push(step)
    isRunning = waiting.length > 0
    return isRunning
  }

  return {
    run(step) {
      waiting.push(step)
      if (isRunning) return
      isRunning = true
      turns.run(runNext)
    },
  }
}

export function createTurns(): Turns {
  const waiting: (() => boolean)[] = []
  let usedMs = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      usedMs = 0
      runWaiting()
    })
  }

  function runWaiting(): void {
    while (usedMs < maxTurnMs) {
      const step = waiting.shift()
      if (!step) break
      const startedAt = performance.now()
      if (step()) waiting.push(step)
      usedMs += performance.now() - startedAt
    }
    if (usedMs > 0) schedule()
  }

  return {
    run(step) {
      waiting.push(step)
      runWaiting()
      if (waiting.length > 0) schedule()
    },
  }
}
