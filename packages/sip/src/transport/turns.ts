/** Time for which messages are handled before other events of the process get their turn. */
const maxTurnMs = 1

/** The peers that share their time: those of one owner, or the unknown ones (null). */
export type PeerGroup = string | null

/**
 * Handles messages for a limited time in each iteration of the event loop. Groups of peers get the same time:
 * a group neither gets more by more connections nor by messages that take longer.
 */
export interface Turns {
  /**
   * Calls `step`, which handles one message, until it returns false, in turns with the other steps of the
   * group. When no time is left, it continues in the next iteration.
   */
  run(group: PeerGroup, step: () => boolean): void
}

interface GroupTurns {
  readonly steps: (() => boolean)[]
  /** Time that the steps have used. One that begins has used as much as the others. */
  usedMs: number
}

export function createTurns(): Turns {
  const groups = new Map<PeerGroup, GroupTurns>()
  /** The time that the group with the next turn has used, at its last turn. */
  let reachedMs = 0
  /** Time used in this iteration. */
  let spentMs = 0
  let isRunning = false
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      spentMs = 0
      runWaiting()
    })
  }

  /** Returns the waiting group that has used the least time, and forgets those that have nothing to make up. */
  function findNext(): GroupTurns | null {
    let next: GroupTurns | null = null
    for (const [name, group] of groups) {
      if (group.steps.length === 0 && group.usedMs <= reachedMs) groups.delete(name)
      else if (group.steps.length > 0 && group.usedMs < (next?.usedMs ?? Number.POSITIVE_INFINITY))
        next = group
    }
    return next
  }

  function runNext(group: GroupTurns): void {
    reachedMs = group.usedMs
    const step = group.steps.shift()
    const startedAt = performance.now()
    if (step?.()) group.steps.push(step)
    const ms = performance.now() - startedAt
    group.usedMs += ms
    spentMs += ms
  }

  function runWaiting(): void {
    isRunning = true
    for (let next = findNext(); next && spentMs < maxTurnMs; next = findNext()) runNext(next)
    isRunning = false
    if (spentMs > 0) schedule()
  }

  return {
    run(name, step) {
      const group = groups.get(name) ?? { steps: [], usedMs: reachedMs }
      groups.set(name, group)
      group.usedMs = Math.max(group.usedMs, reachedMs)
      group.steps.push(step)
      if (!isRunning) runWaiting()
    },
  }
}
