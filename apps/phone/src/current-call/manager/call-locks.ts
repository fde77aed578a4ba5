import { sleep } from '@parley/primitives'

const lockName = (callId: string) => `parley-call ${callId}`
const reloadGraceMs = 400

/**
 * Web Locks for the calls of this tab, visible to other tabs of the browser. A duplicated tab copies the
 * session storage of the original and must not take over its calls.
 */
export interface CallLocks {
  /** Acquires locks for exactly these calls and releases all others. */
  update(callIds: readonly string[]): void
}

export function createCallLocks(locks: LockManager | undefined = navigator.locks): CallLocks {
  const heldLocks = new Map<string, () => void>()

  return {
    update(callIds) {
      for (const [id, release] of heldLocks) {
        if (callIds.includes(id)) continue
        heldLocks.delete(id)
        release()
      }
      for (const id of callIds) {
        if (heldLocks.has(id)) continue
        const released = new Promise<void>((resolve) => heldLocks.set(id, resolve))
        void locks?.request(lockName(id), () => released).catch(() => undefined)
      }
    },
  }
}

/**
 * Returns whether another tab of this browser has the call. Waits briefly for a reloading page to release it.
 */
export async function isLockedInAnotherTab(
  callId: string,
  locks: LockManager | undefined = navigator.locks,
): Promise<boolean> {
  const isHeld = async () => {
    const { held = [] } = (await locks?.query()) ?? {}
    return held.some(({ name }) => name === lockName(callId))
  }
  if (!(await isHeld())) return false
  await sleep(reloadGraceMs)
  return await isHeld()
}
