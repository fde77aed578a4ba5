import type { Log } from './log.ts'

/** Logs what others can cause again and again, without a line for each time. */
export interface RepeatedWarning extends Disposable {
  /**
   * Logs the first time of `key` immediately, and then, with the same fields, once in each interval the number of
   * further times.
   */
  warn(key: string, fields: object): void
}

interface RepeatedWarningOptions {
  readonly event: string
  /** The field with the number of times. */
  readonly countField: string
  readonly intervalMs: number
}

export function createRepeatedWarning(
  log: Log,
  { event, countField, intervalMs }: RepeatedWarningOptions,
): RepeatedWarning {
  /** The number of times of each key that are not logged yet, and the timer at whose end they are. */
  const pending = new Map<string, { count: number; readonly timer: NodeJS.Timeout }>()

  function start(key: string, fields: object): void {
    const timer = setTimeout(() => endInterval(key, fields), intervalMs)
    pending.set(key, { count: 0, timer: timer.unref() })
  }

  function endInterval(key: string, fields: object): void {
    const count = pending.get(key)?.count ?? 0
    pending.delete(key)
    if (count === 0) return
    log.warn(event, { ...fields, [countField]: count })
    start(key, fields)
  }

  return {
    warn(key, fields) {
      const repeated = pending.get(key)
      if (repeated) {
        repeated.count += 1
        return
      }
      log.warn(event, { ...fields, [countField]: 1 })
      start(key, fields)
    },
    [Symbol.dispose]() {
      for (const { timer } of pending.values()) clearTimeout(timer)
    },
  }
}
