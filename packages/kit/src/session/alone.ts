/** As much of the Web Locks API as is needed here. */
export interface LockManagerLike {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>
}

/** A tab that is stuck must not keep the others from signing in: waiting longer than this, they go without the lock. */
const waitForLockMs = 10_000

/** Does work while no other tab of this origin does work of the same name; at once where the browser knows no locks. */
export async function alone<T>(
  name: string,
  locks: LockManagerLike | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return await work()

  let started = false
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(waitForLockMs) }, () => {
      started = true
      return work()
    })
  } catch (error) {
    if (started) throw error
    return await work()
  }
}
