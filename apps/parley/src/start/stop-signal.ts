const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** npm repeats a signal that the terminal has already sent to every process of the group. */
const repeatWindowMs = 3_000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. A signal more than three seconds later ends the process
 * immediately.
 *
 * Output errors are ignored from the first signal on: a closed terminal must not interrupt the shutdown.
 */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === null) {
        firstAt = performance.now()
        for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
        resolve()
      }
      if (performance.now() - firstAt < repeatWindowMs) return
      for (const name of stopSignals) process.off(name, onSignal)
      process.kill(process.pid, signal)
    }
    for (const name of stopSignals) process.on(name, onSignal)
  })
}
