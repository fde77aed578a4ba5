/** A request or call that began before the deletion may write more, which is deleted too. */
const repeatForMs = 60 * 60_000
const [minPauseMs, maxPauseMs] = [60_000, 60 * 60_000]

/** Returns when data is deleted the next time that was deleted at `deletedAt` first. */
export function chooseRepeatTime(now: Date, deletedAt: Date): Date {
  const pauseMs = Math.min(Math.max(getAgeMs(now, deletedAt) / 2, minPauseMs), maxPauseMs)
  return new Date(now.getTime() + pauseMs)
}

/** Returns whether the deletion has been repeated for long enough. */
export function isRepeatedEnough(now: Date, deletedAt: Date): boolean {
  return getAgeMs(now, deletedAt) > repeatForMs
}

function getAgeMs(now: Date, deletedAt: Date): number {
  return now.getTime() - deletedAt.getTime()
}
