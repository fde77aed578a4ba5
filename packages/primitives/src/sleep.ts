import { type Clock, systemClock } from './time/clock.ts'

/** Resolves after at least `ms` milliseconds of `clock`. */
export function sleep(ms: number, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
