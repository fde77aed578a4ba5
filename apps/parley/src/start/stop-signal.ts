const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** npm repeats a signal that the terminal has already sent to every process of the group. */
const repeatWindowMs = 3_000

/** The requests of the operator to stop the process. */
export interface StopSignals {
  /** Resolves at the first signal. */
  readonly first: Promise<void>
  /** Runs `work`, whose signal is aborted by the next signal. Without such work, that ends the process. */
  interruptible(work: (next: AbortSignal) => Promise<void>): Promise<void>
}

/**
 * Receives SIGINT, SIGTERM and SIGHUP. Signals within three seconds count as one. The first one never ends the
 * process; a later one ends it immediately, unless it interrupts work.
 *
 * Output errors are ignored from the first signal on: a closed terminal must not interrupt the shutdown.
 */
export function receiveStopSignals(): StopSignals {
  const first = Promise.withResolvers<void>()
  let lastAt: number | null = null
  let interruptible: AbortController | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    const isRepeated = lastAt !== null && performance.now() - lastAt < repeatWindowMs
    if (isRepeated) return
    const isFirst = lastAt === null
    lastAt = performance.now()
    if (isFirst) {
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
      return first.resolve()
    }
    if (interruptible && !interruptible.signal.aborted) return interruptible.abort()
    for (const name of stopSignals) process.off(name, onSignal)
    process.kill(process.pid, signal)
  }
  for (const name of stopSignals) process.on(name, onSignal)
  return {
    first: first.promise,
    async interruptible(work) {
      interruptible = new AbortController()
      await work(interruptible.signal).finally(() => {
        interruptible = null
      })
    },
  }
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. A later signal ends the process immediately. */
export function waitForStopSignal(): Promise<void> {
  return receiveStopSignals().first
}
