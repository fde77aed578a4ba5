import { setTimeout as wait } from 'node:timers/promises'

/** Resolves when the next message may be sent. */
export type Pace = () => Promise<void>

/** Returns a pace of evenly spaced messages. Time that was lost is not made up for. */
export function createPace(perSecond: number): Pace {
  const intervalMs = 1_000 / perSecond
  let nextAt = performance.now()
  return async () => {
    const leftMs = nextAt - performance.now()
    nextAt = Math.max(nextAt, performance.now() - intervalMs) + intervalMs
    if (leftMs > 0) await wait(leftMs)
  }
}

/** Returns a pace at which a busy product receives most datagrams. */
export function createFloodPace(): Pace {
  let sent = 0
  return async () => {
    if (sent++ % 10 === 9) await wait(2)
  }
}
