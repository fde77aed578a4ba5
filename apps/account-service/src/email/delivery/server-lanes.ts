import { setTimeout as wait } from 'node:timers/promises'
import { createSlowOwners } from '@parley/server'

/** After this time, an attempt no longer delays the e-mails of other owners. */
const slowAfterMs = 5_000
/** E-mails that an owner has sent before this time no longer delay the next one. */
const turnPeriodMs = 10 * 60_000
/** More than an owner sends in one period: bulk e-mail follows the e-mails that users wait for. */
const firstBulkTurn = 1_000_000

/** The lanes of e-mails that the servers of projects send: one for quick servers, and one for slow ones. */
export interface ServerLanes {
  /** Returns whether a server of an owner has responded slowly. */
  isSlow(ownerId: string): boolean
  /** Returns which turn the next e-mail of an owner has: those with lower ones precede it. */
  takeTurn(ownerId: string, kind: 'required' | 'bulk'): number
  /**
   * Waits for an attempt, but not longer than the e-mails of others may wait; the owner is slow then. Returns
   * whether it has ended.
   */
  endsSoon(ownerId: string, attempt: Promise<void>): Promise<boolean>
}

export function createServerLanes(now: () => Date): ServerLanes {
  const slowOwners = createSlowOwners(now)
  const turns = new Map<string, number>()
  let periodEndsAt = 0

  return {
    isSlow: slowOwners.has,
    takeTurn(ownerId, kind) {
      const at = now().getTime()
      if (at >= periodEndsAt) {
        turns.clear()
        periodEndsAt = at + turnPeriodMs
      }
      const key = `${kind} ${ownerId}`
      const turn = turns.get(key) ?? 0
      turns.set(key, turn + 1)
      return kind === 'bulk' ? firstBulkTurn + turn : Math.min(turn, firstBulkTurn)
    },
    async endsSoon(ownerId, attempt) {
      const ended = new AbortController()
      const isLate = wait(slowAfterMs, true, { signal: ended.signal, ref: false }).catch(() => false)
      try {
        if (!(await Promise.race([attempt.then(() => false), isLate]))) return true
      } finally {
        ended.abort()
      }
      slowOwners.add(ownerId)
      return false
    },
  }
}
