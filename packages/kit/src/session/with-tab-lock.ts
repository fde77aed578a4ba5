/** The part of the Web Locks API that is used here. */
export interface LockManagerLike {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>
}

/**
 * Maximum wait for the lock. Afterwards the work runs without it, so that a stuck tab does not block the
 * others.
 */
const maxLockWaitMs = 10_000

/**
 * Runs `work` under a lock shared by all tabs of this origin, or immediately if the browser has no Web Locks.
 */
export async function withTabLock<T>(
  name: string,
  locks: LockManagerLike | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return await work()

  let started = false
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(maxLockWaitMs) }, () => {
      started = true
      return work()
    })
  } catch (error) {
    if (started) throw error
    return await work()
  }
}

/** The lock of the session of a project in this browser. */
export const sessionLockName = (projectId: string): string => `stack-refresh-${projectId}`

/** Undefined on insecure origins and in some server runtimes. */
export function getBrowserLocks(): LockManagerLike | undefined {
  return (globalThis.navigator as { locks?: LockManagerLike } | undefined)?.locks
}
